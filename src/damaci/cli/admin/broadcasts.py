"""`damaci admin`: broadcasts."""

import click

from damaci.cli.admin.group import admin, administer, answer, why_option
from damaci.cli.options import json_option


@admin.command("remove-broadcast")
@click.argument("broadcast")
@why_option
@json_option
def remove_broadcast(broadcast: str, why: str, as_json: bool) -> None:
    """Remove a broadcast with all its games, by its id or the address of its page."""
    removed = administer(lambda operator: operator.remove_broadcast(broadcast, why))
    answer({"id": removed.id, "name": removed.name}, as_json, f"the broadcast {removed.name} ({removed.id}) is removed")
