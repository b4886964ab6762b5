"""The parts of pages that depend on stored data; the rest of the pages is static."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from damaci.pocket.requests import PERSON, BadRequest, PageRequest, Requests
from damaci.pocket.study_requests import OfStudy
from damaci.pocket.tournament_requests import OfView
from damaci.puzzles.themes import theme_of
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.archive import Filter
from damaci.services.puzzle_messages import Mode, ShownPuzzle
from damaci.services.puzzles import Puzzles
from damaci.site import page_data, tournament_data

T = TypeVar("T")


class PageAddress(msgspec.Struct):
    """A page, and the parameters of its address."""

    page: str
    query: dict[str, str] = {}


class Solve(msgspec.Struct):
    """Which puzzle is to be solved: a certain one, or one after another."""

    mode: Mode = "next"
    ruleset: str = "turkish"
    theme: str = ""
    puzzle: str = ""


class PageContent(msgspec.Struct):
    """Values for the page's scripts, and its main part as HTML, if that depends on them."""

    page: dict[str, Any]
    main: str | None = None


Show = Callable[[PageRequest, dict[str, str]], Awaitable[PageContent]]


async def show(asked: PageRequest, wanted: PageAddress) -> PageContent:
    """The part of a page that depends on stored data. Raises UnknownGame, UnknownLesson, FenError, UnknownRuleset,
    StoreError."""
    if wanted.page not in _PAGES:
        raise BadRequest(f"no page {wanted.page!r}")
    shown = await _PAGES[wanted.page](asked, wanted.query)
    shown.page["prefs"] = msgspec.to_builtins(asked.services.shelf.current)
    return shown


async def _any(asked: PageRequest, query: dict[str, str]) -> PageContent:
    return PageContent({})


async def _game(asked: PageRequest, query: dict[str, str]) -> PageContent:
    game = query.get("game", "")
    if not game:
        return await _current(asked)
    return PageContent(await page_data.game(asked.services.store, game, resume=False))


async def _current(asked: PageRequest) -> PageContent:
    game, begun = await asked.services.new_games.current()
    return PageContent(await page_data.game(asked.services.store, game, resume=begun))


async def _analysis(asked: PageRequest, query: dict[str, str]) -> PageContent:
    services = asked.services
    wanted = (query.get("game", ""), query.get("fen", ""), query.get("ruleset", "turkish"))
    return PageContent(await page_data.analysis(services.board, services.reviews, *wanted))


async def _endings(asked: PageRequest, query: dict[str, str]) -> PageContent:
    return PageContent({"ending": page_data.ending(query.get("fen", ""), query.get("ruleset", "turkish"))})


async def _games(asked: PageRequest, query: dict[str, str]) -> PageContent:
    shown = await page_data.archive(asked.services.archive, _read(query, Filter), asked.words)
    return PageContent({}, _main(asked, "archive/archive.html", shown))


async def _learn(asked: PageRequest, query: dict[str, str]) -> PageContent:
    shown = page_data.lessons(asked.services.lessons, asked.words, asked.translate)
    return PageContent({}, _main(asked, "learn/overview.html", shown))


async def _lesson(asked: PageRequest, query: dict[str, str]) -> PageContent:
    lesson = asked.services.lessons.lesson(query.get("lesson", ""), asked.translate)
    return PageContent({"lesson": msgspec.to_builtins(lesson)})


async def _course(asked: PageRequest, query: dict[str, str]) -> PageContent:
    lesson = asked.services.lessons.lesson(query.get("lesson", ""), asked.translate)
    main = _main(asked, "learn/lesson.html", {"lesson": lesson})
    return PageContent({"lesson": msgspec.to_builtins(lesson)}, main)


async def _practice(asked: PageRequest, query: dict[str, str]) -> PageContent:
    practice = asked.services.practice.show(query.get("course", ""), asked.translate)
    main = _main(asked, "learn/practice.html", {"practice": practice})
    return PageContent({"practice": msgspec.to_builtins(practice)}, main)


async def _tournaments(asked: PageRequest, query: dict[str, str]) -> PageContent:
    shown = await tournament_data.overview(asked.services.tournaments, asked.words)
    return PageContent({}, _main(asked, "tournaments/overview.html", shown))


async def _tournament(asked: PageRequest, query: dict[str, str]) -> PageContent:
    wanted = _read(query, OfView)
    shown = await tournament_data.tournament(
        asked.services.tournaments, wanted.tournament, wanted.view, wanted.round, asked.words
    )
    page = {"tournament": tournament_data.for_scripts(shown)}
    return PageContent(page, _main(asked, "tournaments/tournament.html", shown))


async def _studies(asked: PageRequest, query: dict[str, str]) -> PageContent:
    shown = await page_data.studies(asked.services.studies, asked.words)
    return PageContent({}, _main(asked, "studies/overview.html", shown))


async def _study(asked: PageRequest, query: dict[str, str]) -> PageContent:
    wanted = _read(query, OfStudy)
    return PageContent(await page_data.study(asked.services.studies, wanted.study, wanted.chapter))


async def _puzzles(asked: PageRequest, query: dict[str, str]) -> PageContent:
    ruleset = find_ruleset(query.get("ruleset", "turkish")).name
    puzzles = await asked.puzzles()
    left = await asked.services.mistakes.left()
    shown = await page_data.puzzles(puzzles, PERSON, ruleset, asked.words, asked.puzzle_words, left)
    return PageContent({}, _main(asked, "puzzles/overview.html", shown))


async def _progress(asked: PageRequest, query: dict[str, str]) -> PageContent:
    ruleset = find_ruleset(query.get("ruleset", "turkish")).name
    shown = await page_data.progress(asked.services.results, ruleset, asked.words)
    return PageContent({}, _main(asked, "progress/page.html", shown))


async def _puzzle(asked: PageRequest, query: dict[str, str]) -> PageContent:
    if query.get("mode") == "mistakes":
        return await _mistakes(asked, query)
    wanted = _read(query, Solve)
    found = await _chosen(await asked.puzzles(), wanted)
    ruleset = found.ruleset if found else find_ruleset(wanted.ruleset).name
    solving = {"mode": wanted.mode, "ruleset": ruleset, "theme": wanted.theme, "puzzle": msgspec.to_builtins(found)}
    main = _main(asked, "puzzles/puzzle.html", {"mode": wanted.mode, "ruleset": ruleset})
    return PageContent({"solving": solving}, main)


async def _mistakes(asked: PageRequest, query: dict[str, str]) -> PageContent:
    data = await page_data.mistakes(asked.services.mistakes, query.get("game", ""), query.get("color", "white"))
    return PageContent(
        {"solving": data}, _main(asked, "puzzles/puzzle.html", {"mode": "mistakes", "ruleset": "turkish"})
    )


async def _chosen(puzzles: Puzzles, wanted: Solve) -> ShownPuzzle | None:
    if wanted.puzzle:
        return await puzzles.show(PERSON, wanted.puzzle)
    today = datetime.now(UTC).date()
    return await puzzles.first(PERSON, wanted.mode, wanted.ruleset, theme_of(wanted.theme), today)


def _read(query: dict[str, str], kind: type[T]) -> T:
    try:
        return msgspec.convert(query, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None


def _main(asked: PageRequest, template: str, shown: dict[str, Any]) -> str:
    return asked.services.fragments.main(template, asked.words.language, shown)


_PAGES: dict[str, Show] = {
    "game": _game,
    "analysis": _analysis,
    "endings": _endings,
    "games": _games,
    "learn": _learn,
    "lesson": _lesson,
    "course": _course,
    "practice": _practice,
    "rules": _any,
    "puzzles": _puzzles,
    "progress": _progress,
    "puzzle": _puzzle,
    "tournaments": _tournaments,
    "tournament": _tournament,
    "studies": _studies,
    "study": _study,
}

REQUESTS: Requests = {"pages.show": (PageAddress, show)}
