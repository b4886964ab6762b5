"""Requests of pages about games, by name: the names and answers are those of damaci.home."""

from collections.abc import AsyncIterator
from typing import IO

import msgspec

from damaci.board.position import Position
from damaci.pocket.answers import LINES, PDN, SVG, PartsAnswer, TextAnswer
from damaci.pocket.requests import BadRequest, Nothing, PageRequest, Requests
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.importing import ImportStep
from damaci.services.new_games import NewGame
from damaci.services.pictures import picture
from damaci.services.tags import Tags
from damaci.wire import messages as m


class OfGame(msgspec.Struct):
    """A game."""

    game: str


class EditTags(msgspec.Struct):
    """Who played a game, where and when."""

    game: str
    tags: Tags


class AskInRecord(msgspec.Struct):
    """A request for a hint after so many plies of a game that is played elsewhere."""

    pdn: str
    ply: int


class HintRequest(msgspec.Struct):
    """A request for a hint after so many plies."""

    game: str
    ply: int


class Drawn(msgspec.Struct):
    """A position to draw."""

    fen: str
    ruleset: str = "turkish"
    flipped: bool = False


class Import(msgspec.Struct):
    """The ruleset for games that leave it open."""

    ruleset: str = "turkish"


async def create_game(asked: PageRequest, wish: NewGame) -> dict[str, str]:
    """Opens a game."""
    if wish.fen and wish.opponent == "engine":
        await asked.services.fair_play.expect_no_help(Position.from_fen(wish.fen, wish.ruleset))
    return {"id": await asked.services.new_games.create(wish)}


async def delete_game(asked: PageRequest, of: OfGame) -> None:
    """Deletes a game."""
    await asked.services.archive.delete(of.game)


async def hint_in_record(asked: PageRequest, ask: AskInRecord) -> m.Legal:
    """A good move for the side to move in a game that is played elsewhere."""
    return await asked.services.hints.in_record(ask.pdn, ask.ply)


async def hint(asked: PageRequest, ask: HintRequest) -> m.Legal:
    """A good move for the side to move."""
    return await asked.services.hints.hint(ask.game, ask.ply)


async def one_pdn(asked: PageRequest, of: OfGame) -> TextAnswer:
    """One game as PDN."""
    return TextAnswer(await asked.services.archive.pdn(of.game), PDN, f"damaci-{of.game}.pdn")


async def all_pdn(asked: PageRequest, _: Nothing) -> PartsAnswer:
    """Every game that has begun as PDN."""
    return PartsAnswer(asked.services.archive.all_pdn(), PDN, "damaci.pdn")


async def import_games(asked: PageRequest, wanted: Import) -> PartsAnswer:
    """Imports games from a file; a line of JSON for each step."""
    find_ruleset(wanted.ruleset)
    if asked.file is None:
        raise BadRequest("a file is expected")
    return PartsAnswer(_steps(asked, asked.file, wanted.ruleset), LINES)


async def _steps(asked: PageRequest, file: IO[bytes], ruleset: str) -> AsyncIterator[bytes]:
    async for each in asked.services.importer.import_games(file, ruleset):
        yield ImportStep.of(each, asked.words.translate_reason).line()
    await asked.services.read_again()


async def draw_game(asked: PageRequest, of: OfGame) -> TextAnswer:
    """The last position of a game as a small board."""
    return TextAnswer(await asked.services.pictures.of_game(of.game), SVG)


async def draw(asked: PageRequest, wanted: Drawn) -> TextAnswer:
    """A position as SVG."""
    return TextAnswer(picture(wanted.fen, wanted.ruleset, flipped=wanted.flipped), SVG)


async def edit_tags(asked: PageRequest, edit: EditTags) -> None:
    """Keeps who played a game, where and when."""
    await asked.services.tags.edit(edit.game, edit.tags)


REQUESTS: Requests = {
    "games.create": (NewGame, create_game),
    "games.delete": (OfGame, delete_game),
    "games.hint": (HintRequest, hint),
    "records.hint": (AskInRecord, hint_in_record),
    "games.pdn": (OfGame, one_pdn),
    "games.all": (Nothing, all_pdn),
    "games.import": (Import, import_games),
    "pictures.game": (OfGame, draw_game),
    "pictures.draw": (Drawn, draw),
    "analysis.tags": (EditTags, edit_tags),
}
