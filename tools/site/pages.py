"""The pages of the site: the templates of all apps, rendered once for each language."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

import msgspec

from damaci.lessons import CONTEXT
from damaci.lessons.catalogue import LESSONS
from damaci.pocket.addresses import ADDRESSES
from damaci.rules.catalogue import RULESETS
from damaci.services.archive import Filter
from damaci.services.lessons import Lessons
from damaci.services.own_progress import progress_of
from damaci.services.preferences import Preferences
from damaci.services.puzzle_messages import PuzzleProfile
from damaci.site import tournament_data
from damaci.site.announcement import Announcement
from damaci.site.assets import Assets
from damaci.site.choices import choices, levels_of, rulesets_of
from damaci.site.explaining import explanations
from damaci.site.head import Head
from damaci.site.language import Catalog, catalog
from damaci.site.page_data import ending, ruleset_titles, starts
from damaci.site.page_data import lessons as overview
from damaci.site.rendering import Renderer
from damaci.site.security import WITH_PYTHON, policy
from damaci.site.tiebreak_names import tiebreak_names
from tools.site import installer

DIALOGS = ("game/new_game.html",)
ENTRY = "pocket/boot.js"
EARLY = ("pocket/start.js", "early.js")
POLICY = policy(WITH_PYTHON)


NO_LESSON = {"title": "", "course": "", "number": 0, "count": 0, "steps": [], "next": None, "finished": False}
NO_PRACTICE = {"course": "", "title": "", "task": "", "finished": False}
"""The values of a practice page before the worker has sent which lesson or practice it is."""


class Nothing:
    """The progress of a player who has finished no lesson. The page gets the real progress from the worker."""

    finished: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Page:
    """A page to render: its file, its template, the values for both the template and the scripts, and the values for
    the template alone."""

    name: str
    template: str
    data: dict[str, Any]
    shown: dict[str, Any]


class Pages:
    """The pages of one language. `worker` has the places of the worker's files, which a page sends to the worker."""

    def __init__(self, language: str, assets: Assets, texts: str, common: dict[str, Any]) -> None:
        self._words = catalog(language)
        self._common = common | {"prefs": msgspec.to_builtins(Preferences()), "offersVersions": True}
        head = Head(
            entry=ENTRY,
            early=EARLY,
            manifest="manifest.webmanifest",
            installer=f"../{installer.NAME}",
            policy=POLICY,
            texts=texts,
        )
        self._renderer = Renderer(assets, ADDRESSES, head)

    def render(self) -> Iterator[tuple[str, str]]:
        """The name and the text of each page."""
        for page in self._pages():
            data = page.data | self._common
            shown = {"announcement": Announcement()} | page.shown
            yield page.name, self._renderer.render(page.template, self._words.language, data, shown)

    def _pages(self) -> Iterator[Page]:
        yield self._game()
        yield self._analysis()
        yield self._endings()
        yield self._archive()
        yield from self._learn()
        yield from self._puzzles()
        yield self._progress()
        yield from self._tournaments()
        yield from self._studies()

    def _game(self) -> Page:
        data = {"show": "game", "game": "", "starts": starts(), **self._choices()}
        return Page("index.html", "game/page.html", data, {"dialogs": DIALOGS})

    def _analysis(self) -> Page:
        data = {"show": "analysis", "game": "", "starts": starts(), "linkable": True, **self._choices()}
        return Page("analysis.html", "analysis/page.html", data, {})

    def _endings(self) -> Page:
        data = {"show": "endings", "ending": ending("", "turkish"), "rulesets": rulesets_of(self._words)}
        return Page("endings.html", "endings/page.html", data, {})

    def _archive(self) -> Page:
        asked = msgspec.structs.asdict(Filter())
        offered = {"levels": levels_of(self._words), "rulesets": rulesets_of(self._words)}
        shown = {"games": [], "asked": asked, "before": None, "after": None, **offered}
        return Page("games.html", "archive/archive.html", {"show": "games"}, shown)

    def _choices(self) -> dict[str, Any]:
        return choices(self._words)

    def _learn(self) -> Iterator[Page]:
        lessons = Lessons(Nothing())
        translate = partial(self._words.translations.pgettext, CONTEXT)
        rulesets = ruleset_titles(self._words)
        shown = overview(lessons, self._words, translate)
        yield Page("learn.html", "learn/overview.html", {"show": "learn"}, shown)
        for name in LESSONS:
            lesson = msgspec.to_builtins(lessons.lesson(name, translate))
            yield Page(f"lesson-{name}.html", "learn/lesson.html", {"lesson": lesson}, {})
        yield Page("course.html", "learn/lesson.html", {"show": "course"}, {"lesson": NO_LESSON})
        yield Page("practice.html", "learn/practice.html", {"show": "practice"}, {"practice": NO_PRACTICE})
        for ruleset in RULESETS.values():
            card = {"title": self._title(ruleset.title), "sources": ruleset.sources, "rulesets": rulesets}
            sections = {"sections": lessons.card(ruleset.name, translate)}
            yield Page(f"rules-{ruleset.name}.html", "learn/rules.html", {"ruleset": ruleset.name}, card | sections)

    def _puzzles(self) -> Iterator[Page]:
        rulesets = [{"name": each.name, "title": self._title(each.title)} for each in RULESETS.values()]
        nobody = PuzzleProfile(
            rating=1500, provisional=True, tried=0, solved=0, in_a_row=0, streak=0, storm=0, themes=[]
        )
        shown = {"profile": nobody, "ruleset": "turkish", "rulesets": rulesets, "left": None}
        yield Page("puzzles.html", "puzzles/overview.html", {"show": "puzzles"}, shown)
        yield Page("puzzle.html", "puzzles/puzzle.html", {"show": "puzzle"}, {"mode": "next", "ruleset": "turkish"})

    def _progress(self) -> Page:
        nothing = progress_of([], {}, date.min)
        shown = {"progress": nothing, "ruleset": "turkish", "rulesets": ruleset_titles(self._words)}
        shown |= {"with_people": False}
        return Page("progress.html", "progress/page.html", {"show": "progress"}, shown)

    def _tournaments(self) -> Iterator[Page]:
        names = tiebreak_names(self._words)
        shown = {"tournaments": [], "rulesets": ruleset_titles(self._words), "tiebreaks": names}
        yield Page("tournaments.html", "tournaments/overview.html", {"show": "tournaments"}, shown)
        empty = tournament_data.empty(self._words)
        yield Page("tournament.html", "tournaments/tournament.html", {"show": "tournament"}, empty)

    def _studies(self) -> Iterator[Page]:
        shown = {"studies": [], "rulesets": ruleset_titles(self._words)}
        yield Page("studies.html", "studies/overview.html", {"show": "studies"}, shown)
        data = {"show": "study", "game": "", "starts": starts(), **self._choices()}
        yield Page("study.html", "studies/study.html", data, {})

    def _title(self, title: str) -> str:
        return self._words.translations.gettext(title)


def texts_of(words: Catalog) -> bytes:
    """The texts for the scripts of every page of a language, by the id of the element that has them."""
    texts = {"messages": words.texts, "explanations": explanations(words.language)}
    return json.dumps(texts, ensure_ascii=False, sort_keys=True).encode()
