"""`damaci admin`: bans of players, addresses and networks."""

import click

from damaci.cli.admin.duration import duration
from damaci.cli.admin.group import admin, administer, answer, answer_list, because, until, why_option
from damaci.cli.options import json_option
from damaci.store.bans import Ban


@admin.command()
@click.argument("who")
@click.option("--for", "seconds", type=duration, help="How long, such as 2h or 7d; for ever unless given.")
@click.option("--say", default="", help="A text shown to those who are banned.")
@why_option
@json_option
def ban(who: str, seconds: float | None, say: str, why: str, as_json: bool) -> None:
    """Ban WHO: a player by id or whole name, an address, or a network such as 192.0.2.0/24.

    Open pages and programs are disconnected within seconds.
    """
    made = administer(lambda operator: operator.ban(who, why, say, seconds))
    answer(made, as_json, _line(made))


@admin.command()
@click.argument("who")
@why_option
@json_option
def unban(who: str, why: str, as_json: bool) -> None:
    """Lift the ban of a player, an address or a network."""
    subject = administer(lambda operator: operator.unban(who, why))
    answer({"subject": subject, "banned": False}, as_json, f"{subject} is not banned any more")


@admin.command("bans")
@json_option
def list_bans(as_json: bool) -> None:
    """List the bans that have not ended, the newest first."""
    found = administer(lambda operator: operator.named_bans())
    answer_list("bans", found, as_json, [_line(ban, ban.name) for ban in found], "nobody is banned")


def _line(ban: Ban, name: str = "") -> str:
    who = ban.subject
    if name:
        who = f"{name} ({ban.subject})"
    return f"{ban.kind} {who} is banned {until(ban.until)}{because(ban.reason)}"
