"""`damaci admin`: what everybody sees: announcements and maintenance."""

import click

from damaci.cli.admin.duration import duration
from damaci.cli.admin.group import admin, administer, answer, because, why_option
from damaci.cli.options import json_option
from damaci.online.moments import moment


@admin.command()
@click.argument("text", required=False)
@click.option("--for", "seconds", type=duration, default="1h", show_default=True, help="How long it is shown.")
@click.option("--end", is_flag=True, help="Take the announcement back.")
@why_option
@json_option
def announce(text: str | None, seconds: float, end: bool, why: str, as_json: bool) -> None:
    """Show TEXT to everybody who is connected, and on all pages, for a while."""
    if end == (text is not None):
        raise click.UsageError("give a text, or --end")
    if text is None:
        administer(lambda operator: operator.stop_announcing(why))
        answer({"announcement": None}, as_json, "nothing is announced any more")
        return
    notice = administer(lambda operator: operator.announce(text, seconds, why))
    answer({"announcement": notice}, as_json, f"announced until {moment(notice.until)}: {notice.text}")


@admin.command()
@click.argument("state", type=click.Choice(["on", "off"]))
@click.option("--for", "seconds", type=duration, default="10m", show_default=True, help="How long it will take.")
@click.option("--say", default="", help="A text shown on the page.")
@why_option
@json_option
def maintenance(state: str, seconds: float, say: str, why: str, as_json: bool) -> None:
    """Close the server to everybody for maintenance, or open it again.

    Pages and programs get the answer 503, with the time after which to try again. It lasts until it is turned off.
    """
    if state == "off":
        administer(lambda operator: operator.resume(why))
        answer({"maintenance": None}, as_json, "the server is open again")
        return
    notice = administer(lambda operator: operator.maintain(say, seconds, why))
    line = f"maintenance, expected until {moment(notice.until)}{because(notice.text)}"
    answer({"maintenance": notice}, as_json, line)
