"""What pages ask for, by name: the names and answers are those of damaci.home."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import IO, Any

import msgspec

from damaci.errors import DamaciError
from damaci.lessons import CONTEXT
from damaci.pocket.answers import LINES, PDN, SVG, Parts, Text
from damaci.pocket.services import PocketServices
from damaci.puzzles import CONTEXT as PUZZLES
from damaci.puzzles import Theme
from damaci.puzzles.themes import theme_of
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.sentence import Translate
from damaci.services import editor
from damaci.services.analysis_board import Here, Opened, Stand, Tried, Try, Written
from damaci.services.analysis_board import Text as AnyText
from damaci.services.dealing import Deal, Dealt, deal
from damaci.services.device_speed import SpeedState
from damaci.services.editor import Checked, Placement
from damaci.services.endings import Ask as AskOfEnding
from damaci.services.endings import Looked
from damaci.services.explorer import Games, Look
from damaci.services.importing import Step
from damaci.services.lessons import Tried as TriedInLesson
from damaci.services.lessons import Try as TryInLesson
from damaci.services.mistakes import Following, Left, Mistake
from damaci.services.new_games import NewGame
from damaci.services.pictures import picture
from damaci.services.practice import Practised
from damaci.services.practice import Tried as TriedInPractice
from damaci.services.preferences import Preferences
from damaci.services.problems import Checked as CheckedProblem
from damaci.services.problems import Problem
from damaci.services.puzzles import Ask as AskInPuzzle
from damaci.services.puzzles import Best, Finished, Hint, Kind, Puzzles, Series, Shown, Solution
from damaci.services.puzzles import Tried as TriedInPuzzle
from damaci.services.puzzles import Try as MoveInPuzzle
from damaci.services.tags import Tags
from damaci.services.tree import Tree
from damaci.site import page_data
from damaci.site.language import Catalog
from damaci.wire import messages as m

PERSON = ""
"""The one person whose puzzles are kept."""


@dataclass(frozen=True)
class Asked:
    """A request: the services that answer it, the reader's language, the file that came with it."""

    services: PocketServices
    words: Catalog
    file: IO[bytes] | None = None

    @property
    def translate(self) -> Translate:
        """Translates the texts of damaci.lessons."""
        return partial(self.words.translations.pgettext, CONTEXT)

    @property
    def puzzle_words(self) -> Translate:
        """Translates the texts of damaci.puzzles."""
        return partial(self.words.translations.pgettext, PUZZLES)

    async def puzzles(self) -> Puzzles:
        """The service of puzzles, with all of them where they can be had."""
        await self.services.whole.puzzles()
        return self.services.puzzles


class BadRequest(DamaciError):
    """A request that no page makes."""

    code = "bad-request"


class Nothing(msgspec.Struct):
    """No values."""


class OfGame(msgspec.Struct):
    """A game."""

    game: str


class EditTags(msgspec.Struct):
    """Who played a game, where and when."""

    game: str
    tags: Tags


class AskInRecord(msgspec.Struct):
    """A hint after so many plies of a game that is played elsewhere."""

    pdn: str
    ply: int


class Ask(msgspec.Struct):
    """A hint after so many plies."""

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


class TryOf(msgspec.Struct):
    """A move in a step of a lesson."""

    lesson: str
    step: int
    move: str


class PractiseOf(msgspec.Struct):
    """The moves in a position of a course's practice."""

    course: str
    number: int
    moves: list[str]


class NextPuzzle(msgspec.Struct):
    """A puzzle of a ruleset, and of a theme if one was chosen."""

    ruleset: str
    theme: str = ""


class OfPuzzle(msgspec.Struct):
    """A puzzle."""

    puzzle: str


class TryPuzzle(msgspec.Struct):
    """A move in a puzzle."""

    puzzle: str
    ply: int
    move: str
    theme: Theme | None = None


class AskPuzzle(msgspec.Struct):
    """A hint in a puzzle, or its solution."""

    puzzle: str
    ply: int
    theme: Theme | None = None


class OfRuleset(msgspec.Struct):
    """A ruleset."""

    ruleset: str


class OfSeries(msgspec.Struct):
    """A streak or a storm."""

    kind: Kind
    ruleset: str


class EndOfSeries(msgspec.Struct):
    """How many puzzles of a streak or a storm were solved."""

    kind: Kind
    ruleset: str
    count: int


Handler = Callable[[Asked, Any], Awaitable[Any]]
Requests = Mapping[str, tuple[type, Handler]]
"""What values are expected, and who answers, by the name of a request."""


async def answer(requests: Requests, asked: Asked, name: str, data: object) -> Any:
    """The answer to a request: Text, Parts, or what is encoded as JSON. Raises BadRequest, and what services raise."""
    if name not in requests:
        raise BadRequest(f"no request {name!r}")
    kind, handler = requests[name]
    try:
        values: Any = msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None
    return await handler(asked, values)


async def create_game(asked: Asked, wish: NewGame) -> dict[str, str]:
    """Opens a game."""
    return {"id": await asked.services.new_games.create(wish)}


async def delete_game(asked: Asked, of: OfGame) -> None:
    """Deletes a game."""
    await asked.services.archive.delete(of.game)


async def hint_in_record(asked: Asked, ask: AskInRecord) -> m.Legal:
    """A good move for the side to move in a game that is played elsewhere."""
    return await asked.services.hints.in_record(ask.pdn, ask.ply)


async def hint(asked: Asked, ask: Ask) -> m.Legal:
    """A good move for the side to move."""
    return await asked.services.hints.hint(ask.game, ask.ply)


async def one_pdn(asked: Asked, of: OfGame) -> Text:
    """One game as PDN."""
    return Text(await asked.services.archive.pdn(of.game), PDN, f"damaci-{of.game}.pdn")


async def all_pdn(asked: Asked, _: Nothing) -> Parts:
    """Every game that has begun as PDN."""
    return Parts(asked.services.archive.all_pdn(), PDN, "damaci.pdn")


async def import_games(asked: Asked, wanted: Import) -> Parts:
    """Imports games from a file; a line of JSON for each step."""
    find_ruleset(wanted.ruleset)
    if asked.file is None:
        raise BadRequest("a file is expected")
    return Parts(_steps(asked, asked.file, wanted.ruleset), LINES)


async def _steps(asked: Asked, file: IO[bytes], ruleset: str) -> AsyncIterator[bytes]:
    async for each in asked.services.importer.import_games(file, ruleset):
        yield Step.of(each, asked.words.translate_reason).line()
    await asked.services.read_again()


async def draw_game(asked: Asked, of: OfGame) -> Text:
    """The last position of a game as a small board."""
    return Text(await asked.services.pictures.of_game(of.game), SVG)


async def draw(asked: Asked, wanted: Drawn) -> Text:
    """A position as SVG."""
    return Text(picture(wanted.fen, wanted.ruleset, flipped=wanted.flipped), SVG)


async def read_data(asked: Asked, _: Nothing) -> Parts:
    """All that is kept, as one file, which an import reads."""
    return Parts(asked.services.everything.write(), LINES, "damaci.jsonl")


async def forget(asked: Asked, _: Nothing) -> None:
    """Deletes all that is kept."""
    await asked.services.archive.forget()
    await asked.services.read_again()


async def write_preferences(asked: Asked, chosen: Preferences) -> Preferences:
    """Keeps the preferences."""
    await asked.services.shelf.put(chosen)
    return chosen


async def try_in_lesson(asked: Asked, tried: TryOf) -> TriedInLesson:
    """Whether a move solves a step of a lesson."""
    return await asked.services.lessons.attempt(tried.lesson, TryInLesson(tried.step, tried.move), asked.translate)


async def practise(asked: Asked, tried: PractiseOf) -> Practised:
    """What a move in a course's practice has led to."""
    return await asked.services.practice.attempt(tried.course, TriedInPractice(tried.number, tried.moves), PERSON)


async def stand(asked: Asked, here: Here) -> Stand:
    """The legal moves of a position."""
    return asked.services.board.stand(here)


async def try_move(asked: Asked, tried: Try) -> Tried:
    """Plays a move, or says why it may not be played."""
    return asked.services.board.attempt(tried)


async def check_setup(asked: Asked, placement: Placement) -> Checked:
    """Lists the faults of a placement of pieces."""
    return editor.check(placement)


async def check_problem(asked: Asked, problem: Problem) -> CheckedProblem:
    """Whether a problem is sound."""
    return await asked.services.problems.check(problem)


async def explore(asked: Asked, look: Look) -> dict[str, Any]:
    """What the book and games say of the moves of a position."""
    await asked.services.whole.openings(find_ruleset(look.here.ruleset).name)
    return await page_data.explored(asked.services.explorer, look, asked.words)


async def explored(asked: Asked, games: Games) -> list[dict[str, Any]]:
    """The games that a move is shown with."""
    return await page_data.explored_games(asked.services.explorer, games, asked.words)


async def look_at_ending(asked: Asked, ask: AskOfEnding) -> Looked:
    """What the endgame tables say of a position."""
    return await asked.services.endings.look(ask)


async def deal_ending(asked: Asked, wish: Deal) -> Dealt:
    """A random position with chosen pieces."""
    return deal(wish, SystemRandom())


async def open_text(asked: Asked, text: AnyText) -> Opened:
    """Reads the first game of a PDN text, or the position of a FEN."""
    return await asked.services.board.open(text)


async def write_pdn(asked: Asked, tree: Tree) -> Written:
    """The PDN of a tree."""
    return await asked.services.board.write(tree)


async def edit_tags(asked: Asked, edit: EditTags) -> None:
    """Keeps who played a game, where and when."""
    await asked.services.tags.edit(edit.game, edit.tags)


async def next_puzzle(asked: Asked, wanted: NextPuzzle) -> Shown:
    """A puzzle that has not been tried."""
    puzzles = await asked.puzzles()
    return await puzzles.show(PERSON, await puzzles.next(PERSON, wanted.ruleset, theme_of(wanted.theme)))


async def show_puzzle(asked: Asked, of: OfPuzzle) -> Shown:
    """A puzzle."""
    return await (await asked.puzzles()).show(PERSON, of.puzzle)


async def try_in_puzzle(asked: Asked, tried: TryPuzzle) -> TriedInPuzzle:
    """Whether a move is the right one, and if not, what refutes it."""
    move = MoveInPuzzle(tried.ply, tried.move, tried.theme)
    return await (await asked.puzzles()).attempt(PERSON, tried.puzzle, move, asked.puzzle_words)


async def puzzle_hint(asked: Asked, ask: AskPuzzle) -> Hint:
    """Which piece has to move."""
    return await (await asked.puzzles()).hint(PERSON, ask.puzzle, AskInPuzzle(ask.ply, ask.theme))


async def solution(asked: Asked, ask: AskPuzzle) -> Solution:
    """The rest of the solution."""
    wanted = AskInPuzzle(ask.ply, ask.theme)
    return await (await asked.puzzles()).solution(PERSON, ask.puzzle, wanted, asked.puzzle_words)


async def mistakes_left(asked: Asked, _: Nothing) -> Left:
    """How many mistakes are to be solved."""
    return await asked.services.mistakes.left()


async def review_next(asked: Asked, _: Nothing) -> Left:
    """Looks for mistakes in another game."""
    return await asked.services.mistakes.review_next()


async def next_mistake(asked: Asked, _: Nothing) -> Following:
    """A mistake to be mended, if one is left."""
    return await asked.services.mistakes.next()


async def show_mistake(asked: Asked, of: OfPuzzle) -> Mistake:
    """A mistake."""
    return await asked.services.mistakes.show(of.puzzle)


async def try_in_mistake(asked: Asked, tried: TryPuzzle) -> TriedInPuzzle:
    """Whether a move is better, and if not, what refutes it."""
    return await asked.services.mistakes.attempt(tried.puzzle, MoveInPuzzle(tried.ply, tried.move))


async def mistake_hint(asked: Asked, of: OfPuzzle) -> Hint:
    """Which piece has to move."""
    return await asked.services.mistakes.hint(of.puzzle)


async def mistake_solution(asked: Asked, of: OfPuzzle) -> Solution:
    """The better move."""
    return await asked.services.mistakes.solution(of.puzzle)


async def series(asked: Asked, of: OfSeries) -> Series:
    """The puzzles of a streak or a storm."""
    return await (await asked.puzzles()).series(PERSON, of.kind, of.ruleset)


async def finish_series(asked: Asked, end: EndOfSeries) -> Best:
    """Keeps how a streak or a storm ended."""
    return await (await asked.puzzles()).finish(PERSON, end.kind, Finished(end.ruleset, end.count))


async def show_speed(asked: Asked, _: Nothing) -> SpeedState:
    """How fast this device is, and how long levels think on it."""
    return asked.services.speed.state(asked.words.translations.gettext)


async def show_tables(asked: Asked, _: Nothing) -> dict[str, Any]:
    """Which endgame tables are kept."""
    shown: dict[str, Any] = msgspec.to_builtins(await asked.services.tables.state())
    for each in shown["rulesets"]:
        each["title"] = asked.words.translations.gettext(find_ruleset(each["ruleset"]).title)
    return shown


async def make_tables(asked: Asked, of: OfRuleset) -> dict[str, Any]:
    """Begins to make those of four pieces."""
    await asked.services.tables.want(of.ruleset)
    return await show_tables(asked, Nothing())


async def stop_tables(asked: Asked, _: Nothing) -> dict[str, Any]:
    """Ends that."""
    await asked.services.tables.stop()
    return await show_tables(asked, Nothing())


async def remove_tables(asked: Asked, _: Nothing) -> dict[str, Any]:
    """Deletes those of four pieces."""
    await asked.services.tables.remove()
    return await show_tables(asked, Nothing())


REQUESTS: Requests = {
    "games.create": (NewGame, create_game),
    "games.delete": (OfGame, delete_game),
    "games.hint": (Ask, hint),
    "records.hint": (AskInRecord, hint_in_record),
    "games.pdn": (OfGame, one_pdn),
    "games.all": (Nothing, all_pdn),
    "games.import": (Import, import_games),
    "pictures.game": (OfGame, draw_game),
    "pictures.draw": (Drawn, draw),
    "data.read": (Nothing, read_data),
    "data.delete": (Nothing, forget),
    "preferences.write": (Preferences, write_preferences),
    "lessons.try": (TryOf, try_in_lesson),
    "lessons.practice": (PractiseOf, practise),
    "analysis.stand": (Here, stand),
    "analysis.move": (Try, try_move),
    "analysis.setup": (Placement, check_setup),
    "analysis.problem": (Problem, check_problem),
    "endings.look": (AskOfEnding, look_at_ending),
    "endings.deal": (Deal, deal_ending),
    "analysis.open": (AnyText, open_text),
    "analysis.pdn": (Tree, write_pdn),
    "analysis.tags": (EditTags, edit_tags),
    "analysis.explore": (Look, explore),
    "analysis.explored": (Games, explored),
    "puzzles.next": (NextPuzzle, next_puzzle),
    "puzzles.show": (OfPuzzle, show_puzzle),
    "puzzles.try": (TryPuzzle, try_in_puzzle),
    "puzzles.hint": (AskPuzzle, puzzle_hint),
    "puzzles.solution": (AskPuzzle, solution),
    "puzzles.series": (OfSeries, series),
    "puzzles.finish": (EndOfSeries, finish_series),
    "device.speed": (Nothing, show_speed),
    "tables.show": (Nothing, show_tables),
    "tables.make": (OfRuleset, make_tables),
    "tables.stop": (Nothing, stop_tables),
    "tables.remove": (Nothing, remove_tables),
    "mistakes.left": (Nothing, mistakes_left),
    "mistakes.review": (Nothing, review_next),
    "mistakes.next": (Nothing, next_mistake),
    "mistakes.show": (OfPuzzle, show_mistake),
    "mistakes.try": (TryPuzzle, try_in_mistake),
    "mistakes.hint": (OfPuzzle, mistake_hint),
    "mistakes.solution": (OfPuzzle, mistake_solution),
}
