"""`damaci admin`: the audit log."""

import click

from damaci.cli.admin.group import admin, administer, answer_list, because
from damaci.cli.options import json_option
from damaci.online.moments import moment
from damaci.store.audit import Act


@admin.command()
@click.option("--on", default="", help="Only acts on this player (id or whole name), network, process or report.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Acts to list.")
@json_option
def audit(on: str, limit: int, as_json: bool) -> None:
    """List what operators have done, the newest first: when, who, what, on whom, why."""
    found = administer(lambda operator: operator.audit(on=on, limit=limit))
    nothing = "no operator has done anything" + (f" on {on!r}" if on else "")
    answer_list("acts", found, as_json, [_line(act) for act in found], nothing)


def _line(act: Act) -> str:
    words = [moment(act.at), act.who, act.what, act.on, f"({act.detail})" if act.detail else ""]
    return "  ".join(word for word in words if word) + because(act.why)
