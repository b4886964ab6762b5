"""`damaci admin`: how a player's moves compare with the engine's."""

import click
from rich.console import Console
from rich.progress import Progress

from damaci.analysis.estimate import Figure, Spread
from damaci.cli.admin.group import admin, answer_list, operator, why_option, with_store
from damaci.cli.options import json_option
from damaci.online.fair_play.beside import ENOUGH_PLAYERS, Beside, Others, beside
from damaci.online.fair_play.comparer import Comparer
from damaci.online.fair_play.driver import AlreadyComparing, FairPlayDriver
from damaci.online.moderation import BadOrder, Moderation
from damaci.online.moments import moment
from damaci.rating.speed import SPEEDS
from damaci.rules.catalogue import RULESETS
from damaci.store import Store
from damaci.store.ratings import RatingKey


@admin.command("fair-play")
@click.argument("player")
@click.option("--ruleset", type=click.Choice(list(RULESETS)), help="Compare games of this one.")
@click.option("--speed", type=click.Choice(SPEEDS), help="Compare games of this one.")
@click.option("--show", is_flag=True, help="Only show what was found before.")
@why_option
@json_option
def fair_play(player: str, ruleset: str | None, speed: str | None, show: bool, why: str, as_json: bool) -> None:
    """Compare a player's last rated games with the engine's moves, and show what is known.

    PLAYER is an id or a whole name. Takes about a minute, for the rating with most games unless others are asked for. A
    figure is no verdict: the handbook for operators says what it can mean.
    """
    found = with_store(lambda store: _fair_play(store, player, (ruleset or "", speed or ""), show, why))
    lines = [line for each in found for line in _lines(each)] or ["no rated games: there is nothing to compare"]
    answer_list("ratings", found, as_json, lines, "")


async def _fair_play(store: Store, who: str, meant: tuple[str, str], show: bool, why: str) -> list[Beside]:
    moderation = Moderation(store, operator())
    player = await moderation.player(who)
    if not show and await store.ratings.of_players([player.id]):
        await _compare(store, await _asked(moderation, player.id, meant, why))
    return await beside(store, player)


async def _asked(moderation: Moderation, player: str, meant: tuple[str, str], why: str) -> RatingKey:
    try:
        return await moderation.compare(player, *meant, why=why)
    except BadOrder as error:
        if error.refusal != "compared-already":
            raise
    return await moderation.rated(player, *meant)


async def _compare(store: Store, key: RatingKey) -> None:
    """Compares here, unless a process of the server is comparing: then that process does it when it is free."""
    driver = FairPlayDriver(store, Comparer(), rest=0.0)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games compared", total=None)
        try:
            await driver.compare(key, lambda done, all: progress.update(task, completed=done, total=all))
        except AlreadyComparing:
            click.echo("it waits: a process of the server compares one player after the other", err=True)
        finally:
            await driver.background.close()


def _lines(each: Beside) -> list[str]:
    waits = "" if each.asked is None else f", waits since {moment(each.asked)}"
    title = f"{each.ruleset} {each.speed}, rating {each.rating.rating}, {each.rating.games} games{waits}"
    if each.measured is None:
        return [title, "  not compared yet"]
    found = each.measured
    return [
        title,
        f"  the engine's first choice  {_figure(found.comparison.agreement, ' %')}{_spread(found.others.agreement)}",
        f"  given away by a move       {_figure(found.comparison.loss)}{_spread(found.others.loss)}",
        f"  {found.comparison.moves} moves of {found.comparison.games} games, {moment(found.at)}, {found.engine}",
        f"  {_others(found.others)}",
    ]


def _figure(figure: Figure | None, unit: str = "") -> str:
    if figure is None:
        return "unknown: no move could be compared"
    return f"{figure.value}{unit} (95 %: {figure.low} to {figure.high})"


def _spread(spread: Spread | None) -> str:
    if spread is None:
        return ""
    return f"; others {spread.least} to {spread.greatest}, half of them {spread.lower} to {spread.upper}"


def _others(others: Others) -> str:
    who = f"{others.players} other players rated {others.low} to {others.high} were compared"
    if others.agreement:
        return who
    return f"{who}: too few to set beside ({ENOUGH_PLAYERS} are needed)"
