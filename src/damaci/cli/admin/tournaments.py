"""`damaci admin`: tournaments."""

import click

from damaci.cli.admin.group import admin, administer, answer, why_option
from damaci.cli.options import json_option


@admin.command("remove-tournament")
@click.argument("tournament")
@why_option
@json_option
def remove_tournament(tournament: str, why: str, as_json: bool) -> None:
    """Remove a tournament, by its id or the address of its page. Games that were begun in it stay."""
    removed = administer(lambda operator: operator.remove_tournament(tournament, why))
    told = f"the tournament {removed.name} ({removed.id}) is removed"
    answer({"id": removed.id, "name": removed.name}, as_json, told)
