"""Studies as PDN: a game for each chapter, in order. The tags StudyName and ChapterName hold the titles."""

import re
from collections.abc import Iterable
from io import StringIO
from typing import NamedTuple

from damaci.notation.pdn import PdnGame, read, write_game
from damaci.rules.ruleset import Ruleset
from damaci.titles import is_readable, readable

STUDY = "StudyName"
CHAPTER = "ChapterName"
_UNKNOWN = re.compile(r"[?.\s]*")
"""The value of PDN for an unknown player or event."""


class Written(NamedTuple):
    """A chapter in a text: its title, empty if the text has none, and its content."""

    title: str
    game: PdnGame


def write_study(title: str, chapters: Iterable[Written]) -> str:
    """The PDN of a study. Raises the errors of `damaci.notation.pdn.write_game`.

    >>> print(write_study("Openings", [Written("The start", PdnGame())]))
    [Result "*"]
    [StudyName "Openings"]
    [ChapterName "The start"]
    [GameType "30,W,8,8,A0,0"]
    <BLANKLINE>
    *
    <BLANKLINE>
    """
    return "\n".join(write_game(_tagged(title, each)) for each in chapters)


def _tagged(study: str, chapter: Written) -> PdnGame:
    titles = {STUDY: study, CHAPTER: chapter.title}
    return _with_tags(chapter.game, titles | _bare(chapter.game.tags))


def write_chapter(game: PdnGame) -> str:
    """The PDN of a chapter's content, without titles. Raises the errors of `damaci.notation.pdn.write_game`."""
    return write_game(_with_tags(game, _bare(game.tags)))


def read_study(text: str, ruleset: str | Ruleset = "turkish") -> tuple[str, list[Written]]:
    """The title of a study, empty if the text has none, and its chapters, one for each game of the text. A chapter
    without a title is named after its players or its event. Raises PdnError, UnknownRuleset.

    >>> read_study('[StudyName "Openings"] [White "Ada"] [Black "Can"] 1. d3-d4 *')[1][0].title
    'Ada – Can'
    """
    games = list(read(StringIO(text), ruleset))
    title = next((game.tags[STUDY] for game in games if STUDY in game.tags), "")
    return title, [Written(_title(game), _with_tags(game, _bare(game.tags))) for game in games]


def _title(game: PdnGame) -> str:
    title = readable(game.tags.get(CHAPTER, ""))
    if is_readable(title):
        return title
    known = {name: value for name, value in game.tags.items() if not _UNKNOWN.fullmatch(value)}
    if "White" in known and "Black" in known:
        return f"{known['White']} – {known['Black']}"
    return known.get("Event", "")


def _bare(tags: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in tags.items() if name not in (STUDY, CHAPTER)}


def _with_tags(game: PdnGame, tags: dict[str, str]) -> PdnGame:
    return PdnGame(game.start, tags, game.line, game.result, game.options, game.endings)
