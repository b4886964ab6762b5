"""`damaci play`: a game in the terminal, at the same table and in the same archive as in the app."""

import asyncio
import os
import random
import re
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from damaci.cli.folder import Folder, default_data_dir
from damaci.cli.options import ruleset_option
from damaci.cli.show import console
from damaci.cli.terminal.lines import InputLines
from damaci.cli.terminal.screen import Screen
from damaci.cli.terminal.session import TerminalSession
from damaci.cli.terminal.words import Words
from damaci.engine.levels import LEVELS, level
from damaci.errors import DamaciError
from damaci.host import Engines, Room, Rooms
from damaci.host.engines import Engine
from damaci.languages import LANGUAGES, SOURCE
from damaci.play.events import ClockTimes, Color, Seat, Settings, other
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.preferences import Shelf
from damaci.services.unfinished import own_unfinished
from damaci.site.language import choose
from damaci.store import Store, StoreError

CLOCK = re.compile(r"(\d{1,4}(?:\.\d+)?)\+(\d{1,4})")
OF_A_NEW_GAME = frozenset({"level_name", "two", "color", "ruleset", "fen", "clock", "seed", "announcements"})
"""The parameters that say what a new game is like."""


@dataclass(frozen=True)
class Wish:
    """The game that is wanted. `fresh`: a new one, even if another one is unfinished."""

    settings: Settings
    white: Seat
    black: Seat
    fresh: bool


def read_clock(ctx: click.Context, parameter: click.Parameter, text: str | None) -> ClockTimes | None:
    """Minutes for the game and seconds for each move."""
    if text is None:
        return None
    found = CLOCK.fullmatch(text)
    if not found or not float(found[1]):
        raise click.BadParameter(
            f"{text!r} is not a clock: expected minutes and seconds a move, such as 5+3", ctx, parameter
        )
    return ClockTimes(float(found[1]) * 60, float(found[2]))


@click.command()
@click.option("--level", "level_name", default="easy", show_default=True, help=f"The computer's: {', '.join(LEVELS)}.")
@click.option("--two", is_flag=True, help="Two players at this terminal.")
@click.option(
    "--color", type=click.Choice(["white", "black", "random"]), default="white", show_default=True, help="Your side."
)
@ruleset_option
@click.option("--fen", default="", help="The position to begin with.")
@click.option(
    "--clock", callback=read_clock, metavar="M+S", help="Minutes for the game and seconds for each move, such as 5+3."
)
@click.option(
    "--seed", type=click.IntRange(1, 2**31 - 1), help="Of the computer's choices, to have the same game again."
)
@click.option("--announcements", is_flag=True, help="Courtesy announcements: who asks for pieces says so.")
@click.option("--new", is_flag=True, help="A new game, even if one is unfinished; so does any option above.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), help="The language, if not the app's or the terminal's.")
@click.option("--data-dir", type=Folder(), help="Where games are kept (see `damaci doctor`).")
@click.pass_context
def play(
    ctx: click.Context,
    level_name: str,
    two: bool,
    color: str,
    ruleset: str,
    fen: str,
    clock: ClockTimes | None,
    seed: int | None,
    announcements: bool,
    new: bool,
    lang: str | None,
    data_dir: Path | None,
) -> None:
    """Play in the terminal, against the computer or with somebody beside you.

    Every move is saved as it is made, in the app's archive. An unfinished game is gone on with. Type `help` during the
    game.
    """
    if announcements:
        options = replace(find_ruleset(ruleset).options, announcements=True)
    else:
        options = None
    settings = Settings(ruleset=ruleset, fen=fen, clock=clock, seed=seed or 0, options=options)
    seats = _seats(two, color, level_name)
    given = click.core.ParameterSource.COMMANDLINE
    fresh = new or any(ctx.get_parameter_source(name) is given for name in OF_A_NEW_GAME)
    try:
        asyncio.run(_play(Wish(settings, seats["white"], seats["black"], fresh), data_dir, lang))
    except StoreError as error:
        raise DamaciError(f"{error}; choose another folder with --data-dir") from None


def _seats(two: bool, color: str, level_name: str) -> dict[Color, Seat]:
    computer = Seat("engine", level=level(level_name).name, resigns=True)
    if two:
        return {"white": Seat("person"), "black": Seat("person")}
    mine = _drawn(color)
    return {mine: Seat("person"), other(mine): computer}


def _drawn(color: str) -> Color:
    if color == "random":
        return random.choice(("white", "black"))
    if color == "black":
        return "black"
    return "white"


async def _play(wish: Wish, data_dir: Path | None, language: str | None) -> None:
    engines = Engines(_make_engine)
    async with Store(data_dir or default_data_dir()) as store:
        rooms = Rooms(store, engines)
        words = Words(language or await _language(store))
        screen = Screen(console)
        lines = InputLines()
        try:
            room = await _unfinished(wish, store, rooms, lines, screen, words) or await _begin(wish, rooms, words)
            try:
                await TerminalSession(room, engines, lines, screen, words).run()
            finally:
                if not room.table.ended:
                    screen.say(
                        "\n"
                        + words.gettext("The game is saved. To go on with it: {command}").format(
                            command=_again(data_dir)
                        )
                    )
        finally:
            await rooms.close()
            engines.close()


async def _begin(wish: Wish, rooms: Rooms, words: Words) -> Room:
    try:
        return await rooms.create(wish.settings, wish.white, wish.black)
    except DamaciError as error:
        raise DamaciError(words.translate_reason(error.reason)) from None


async def _unfinished(
    wish: Wish, store: Store, rooms: Rooms, lines: InputLines, screen: Screen, words: Words
) -> Room | None:
    """The unfinished game, unless the player chooses a new one."""
    if wish.fresh:
        return None
    found = await anext(own_unfinished(store, begun=True), None)
    if not found:
        return None
    room = await rooms.get(found.id)
    white, black = (words.seat(color, seat) for color, seat in room.table.seats.items())
    screen.say(words.gettext("Unfinished: {white} - {black}.").format(white=white, black=black))
    if not (sys.stdin and sys.stdin.isatty()):
        return room
    screen.say(words.unfinished())
    if words.orders.read(await lines.next() or "") == "new":
        return None
    return room


async def _language(store: Store) -> str:
    """The language chosen in the app, else that of the terminal."""
    shelf = Shelf(store)
    await shelf.open()
    return shown_in(console.encoding, shelf.current.language, *_terminals())


def shown_in(encoding: str, chosen: str, *terminals: str) -> str:
    """The language in which a terminal can be read. Few terminals show letters that run from right to left in their
    order: the app's choice does not count for these, the terminal's own language does."""
    language = choose(chosen, *terminals)
    if LANGUAGES[language].right_to_left:
        language = choose(*terminals)
    try:
        LANGUAGES[language].name.encode(encoding)
    except UnicodeEncodeError:
        return SOURCE
    return language


def _terminals() -> list[str]:
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    return [os.environ.get(name, "").replace("_", "-").partition(".")[0] for name in variables]


def _again(data_dir: Path | None) -> str:
    words = ["damaci", "play"]
    if data_dir:
        words += ["--data-dir", str(data_dir)]
    return shlex.join(words)


def _make_engine() -> Engine:
    from damaci.engine import Engine as Searcher

    return Searcher()
