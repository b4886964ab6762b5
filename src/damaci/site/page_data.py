"""What pages show: the same for every app that has them."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from damaci.board.position import Position
from damaci.host import UnknownGame
from damaci.rules.catalogue import RULESETS
from damaci.sentence import Translate
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.archive import Archive, Filter
from damaci.services.explorer import ExplorerGames, Look, OpeningExplorer
from damaci.services.lessons import Lessons
from damaci.services.mistakes import Left, Mistakes
from damaci.services.own_progress import OwnProgress
from damaci.services.own_results import OwnResults
from damaci.services.puzzles import Puzzles
from damaci.services.reviews import Reviews
from damaci.services.studies import ShownStudy, Studies
from damaci.services.tally import Tally
from damaci.site.choices import levels_of, rulesets_of, speed_titles
from damaci.site.curve import curve, nearest
from damaci.site.game_list import row
from damaci.site.language import Catalog
from damaci.stored import Store

SEATS = {"white": "White", "black": "Black"}
"""The tag with the name of who played, by colour."""
FIRST_ENDING = "W:WKa1,Kc1:BKh8"
"""Uses only squares that exist in every ruleset."""


async def archive(archive: Archive, wanted: Filter, words: Catalog) -> dict[str, Any]:
    """What the template of the archive shows. Raises StoreError."""
    found = await archive.page(wanted)
    return {
        "games": [row(words, game) for game in found.games],
        "asked": msgspec.structs.asdict(wanted),
        "levels": levels_of(words),
        "rulesets": rulesets_of(words),
        "before": found.before,
        "after": found.after,
    }


async def game(store: Store, game: str, *, resume: bool) -> dict[str, Any]:
    """What the page of a stored game begins with: among the rest, who played according to the edited tags. Raises
    UnknownGame, StoreError."""
    found = await store.games.get(game)
    if found is None:
        raise UnknownGame(f"no game {game!r}")
    names = {color: found.tags[tag] for color, tag in SEATS.items() if tag in found.tags}
    return {"game": game, "resume": resume, "names": names}


async def analysis(board: AnalysisBoard, reviews: Reviews, game: str, fen: str, ruleset: str) -> dict[str, Any]:
    """What the analysis of a stored game, of a position or of a ruleset's start begins with. Raises UnknownGame,
    FenError, UnknownRuleset, StoreError."""
    review = None
    if game:
        tree = await board.game(game)
        review = await reviews.get(game)
    else:
        tree = board.position(fen, ruleset)
    return {"game": game, "review": msgspec.to_builtins(review), "tree": msgspec.to_builtins(tree)}


def ending(fen: str, ruleset: str) -> dict[str, str]:
    """The first position on the page of endings: the given one, or two kings against one. Raises FenError,
    UnknownRuleset."""
    position = Position.from_fen(fen or FIRST_ENDING, ruleset)
    return {"fen": position.fen, "ruleset": position.ruleset.name}


async def explored(explorer: OpeningExplorer, look: Look, words: Catalog) -> dict[str, Any]:
    """What the openings say of a position's moves, and its name in a language. Raises FenError, UnknownRuleset,
    StoreError."""
    found = await explorer.look(look)
    answer: dict[str, Any] = msgspec.to_builtins(found)
    return answer | {"name": [words.translations.gettext(phrase) for phrase in found.name]}


async def explored_games(explorer: OpeningExplorer, wanted: ExplorerGames, words: Catalog) -> list[dict[str, Any]]:
    """The games shown with a move. Deleted ones are left out. Raises StoreError."""
    return [row(words, game) for game in await explorer.games(wanted)]


async def mistakes(mistakes: Mistakes, game: str, color: str, *, with_people: bool = False) -> dict[str, Any]:
    """What the page of mistakes needs at first: the mistakes of one game, to be solved in turn, or an empty list when
    all mistakes are asked for. `with_people`: whether games against people are among them. Raises UnknownGame,
    StoreError."""
    queue = await mistakes.of_game(game, color) if game else []
    solving = {"mode": "mistakes", "ruleset": "", "theme": "", "puzzle": None, "game": game, "queue": queue}
    return solving | {"people": with_people}


async def puzzles(
    puzzles: Puzzles, solver: str, ruleset: str, words: Catalog, translate: Translate, left: Left | None = None
) -> dict[str, Any]:
    """What the overview of puzzles shows to somebody. `translate` is for the texts of damaci.puzzles; `left` counts the
    mistakes of who has games here. Raises UnknownRuleset, StoreError."""
    profile = await puzzles.profile(solver, ruleset, translate)
    text = words.translations.gettext
    rulesets = [{"name": each.name, "title": text(each.title)} for each in RULESETS.values()]
    return {"profile": profile, "ruleset": ruleset, "rulesets": rulesets, "left": left}


async def progress(results: OwnResults, ruleset: str, words: Catalog, *, with_people: bool = False) -> dict[str, Any]:
    """What the page of progress shows. `with_people`: whether games against people are counted too. Raises
    StoreError."""
    found = await results.of(ruleset, datetime.now(UTC).date())
    text = words.translations.gettext
    titles = {each["name"]: str(each["title"]) for each in levels_of(words)}
    return {
        "progress": found,
        "levels": {name: titles.get(name, name) for name in found.levels},
        "speeds": _speeds(found, words),
        "openings": [(words.joined(map(text, each.name)), each.tally) for each in found.openings],
        "curve": curve(found.curve, titles),
        "strength": titles.get(nearest(found.curve[-1].rating), "") if found.curve else "",
        "with_people": with_people,
        "ruleset": ruleset,
        "rulesets": ruleset_titles(words),
    }


def _speeds(found: OwnProgress, words: Catalog) -> list[tuple[str, Tally]]:
    """None where all games were without a clock."""
    titles = speed_titles(words)
    unclocked = words.translations.gettext("No clock")
    shown = found.speeds.items() if any(found.speeds) else ()
    return [(titles[pace] if pace else unclocked, tally) for pace, tally in shown]


async def studies(studies: Studies, words: Catalog) -> dict[str, Any]:
    """What the overview of studies shows. Raises StoreError."""
    return {"studies": await studies.list(), "rulesets": ruleset_titles(words)}


async def study(studies: Studies, study: str, chapter: str) -> dict[str, Any]:
    """What the page of a study begins with. Raises UnknownStudy, StoreError."""
    return shown_study(await studies.show(study, chapter))


def shown_study(study: ShownStudy) -> dict[str, Any]:
    """What the page of a study begins with. Its tree is there once, and as it is: it may have thousands of moves."""
    contents = {"version": study.contents.version}
    outline = msgspec.to_builtins(study.study)
    shown = {"id": study.id, "study": outline, "chapter": study.chapter, "contents": contents}
    return {"study": shown, "tree": study.contents.tree, "game": ""}


def starts() -> dict[str, str]:
    """The FEN from which games begin, by ruleset."""
    return {name: Position.start(name).fen for name in RULESETS}


def lessons(lessons: Lessons, words: Catalog, translate: Translate) -> dict[str, Any]:
    """What the template of the overview of lessons shows. `translate` is for the texts of damaci.lessons."""
    courses = lessons.courses(translate)
    return {"chapters": lessons.chapters(translate), "courses": courses, "rulesets": ruleset_titles(words)}


def ruleset_titles(words: Catalog) -> list[dict[str, str]]:
    """Name and title of every ruleset."""
    text = words.translations.gettext
    return [{"name": each.name, "title": text(each.title)} for each in RULESETS.values()]
