"""`damaci admin`: players: found, renamed, closed and reopened, and let in again."""

import click

from damaci.cli.admin.duration import duration
from damaci.cli.admin.group import admin, administer, answer, answer_list, given_settings, until, why_option
from damaci.cli.options import json_option
from damaci.online.instance import holder_of
from damaci.online.moderation import MOST_FOUND, PlayerFile
from damaci.online.moments import moment


@admin.command()
@click.argument("text", default="")
@click.option("--limit", type=click.IntRange(1, MOST_FOUND), default=50, show_default=True, help="Players to list.")
@json_option
def players(text: str, limit: int, as_json: bool) -> None:
    """Find players by their id or by a part of their name; accounts first, then the newest."""
    found = administer(lambda operator: operator.find(text, limit))
    answer_list("players", found, as_json, [_line(player) for player in found], f"nobody is called {text!r}")


def _line(player: PlayerFile) -> str:
    words = [player.id, "account" if player.account else "guest  ", f"{player.games:6d} games", player.name]
    if player.closed is not None:
        words.append(f"(closed {moment(player.closed)})")
    if player.ban:
        words.append(f"(banned {until(player.ban.until)})")
    return "  ".join(words)


@admin.command()
@click.argument("player")
@click.argument("name")
@why_option
@json_option
def rename(player: str, name: str, why: str, as_json: bool) -> None:
    """Give a player another name, in all games too. PLAYER is an id or a whole name."""
    renamed = administer(lambda operator: operator.rename(player, name, why))
    answer({"id": renamed.id, "name": renamed.name}, as_json, f"{renamed.id} is now called {renamed.name}")


@admin.command()
@click.argument("player")
@why_option
@json_option
def close(player: str, why: str, as_json: bool) -> None:
    """Close an account: it is signed out everywhere, and nobody signs in to it until it is reopened."""
    closed = administer(lambda operator: operator.close(player, why))
    answer({"id": closed.id, "name": closed.name, "closed": True}, as_json, f"the account {closed.name} is closed")


@admin.command()
@click.argument("player")
@why_option
@json_option
def reopen(player: str, why: str, as_json: bool) -> None:
    """Open a closed account again."""
    opened = administer(lambda operator: operator.reopen(player, why))
    answer({"id": opened.id, "name": opened.name, "closed": False}, as_json, f"the account {opened.name} is open again")


@admin.command()
@click.argument("player")
@click.option("--for", "seconds", type=duration, default="24h", show_default=True, help="How long it can be used.")
@why_option
@json_option
def link(player: str, seconds: float, why: str, as_json: bool) -> None:
    """Make a one-time sign-in link for somebody who has lost the passphrase. It is shown once."""
    made = administer(lambda operator: operator.link(player, seconds, why))
    url = f"{_address()}/sign-in#{made.secret}"
    shown = {"id": made.player, "name": made.name, "url": url, "until": made.until}
    answer(shown, as_json, f"{url}\nsigns in {made.name} once, until {moment(made.until)}")


def _address() -> str:
    """The address of the server, from the settings or its folder; empty if neither has it."""
    settings = given_settings()
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if settings.folder and (holder := holder_of(settings.folder)):
        return holder.address.rstrip("/")
    return ""
