"""`damaci admin`: removes what nobody needs any more."""

import click

from damaci.cli.admin.group import CannotAdminister, admin, answer, given_settings, with_store
from damaci.cli.options import json_option
from damaci.online.tidying import AlreadyTidying, Tidying

_WORDS = {
    "sessions": "expired sessions",
    "unbegun": "games without a move",
    "abandoned": "abandoned games, ended as drawn",
    "invitations": "old invitations",
    "guests": "guests who have not played",
}


@admin.command()
@click.option("--dry-run", is_flag=True, help="Only count.")
@json_option
def tidy(dry_run: bool, as_json: bool) -> None:
    """Remove what nobody needs any more: by the settings keep_guests_days and so on, without the rests that the server
    makes when it does so once a day."""
    settings = given_settings()
    try:
        if dry_run:
            counts = with_store(lambda store: Tidying(store, settings).count())
        else:
            counts = with_store(lambda store: Tidying(store, settings).tidy(rest=0.0))
    except AlreadyTidying:
        raise CannotAdminister("a process of the server is tidying just now") from None
    heading = "would be removed:" if dry_run else "removed:"
    lines = [f"{number:9d}  {_WORDS[name]}" for name, number in counts.items()]
    answer({"dry_run": dry_run, **counts}, as_json, "\n".join([heading, *lines]))
