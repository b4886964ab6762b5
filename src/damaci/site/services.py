"""The services that an app provides for its pages."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Self

from damaci.board.position import Position
from damaci.host.fair_queue import NOBODY, Asker
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.endings import EndingAnswers
from damaci.services.lessons import Lessons
from damaci.services.mistakes import Left, Mistakes
from damaci.services.pictures import Pictures
from damaci.services.practice import Practice
from damaci.services.preferences import Preferences
from damaci.services.puzzles import Puzzles
from damaci.services.studies import Studies
from damaci.services.tournaments import Tournaments
from damaci.site.announcement import Announcement
from damaci.site.connection import Connection
from damaci.site.fragments import Fragments
from damaci.site.rendering import Renderer


@dataclass(frozen=True)
class PageServices(ABC):
    """The services that every page needs."""

    renderer: Renderer

    @classmethod
    def of(cls, connection: Connection) -> Self:
        """The services of the app that serves a request or socket."""
        services = connection.app.state.services
        assert isinstance(services, cls)
        return services

    @property
    def announcement(self) -> Announcement:
        """A text for everybody, on every page."""
        return Announcement()

    def asker(self, connection: Connection) -> Asker:
        """For whom an engine thinks when a visitor asks, so that it is shared fairly; NOBODY in an app of one
        person."""
        return NOBODY

    @abstractmethod
    def preferences(self, connection: Connection) -> Preferences:
        """The visitor's preferences."""


@dataclass(frozen=True)
class HelpingServices(PageServices):
    """The services of an app that says what moves of a position are worth."""

    async def expect_no_help(self, connection: Connection, position: Position) -> None:
        """Raises Rejected if the visitor is playing this position in a rated game, StoreError. An app of one person has
        no rated games."""


@dataclass(frozen=True)
class LessonServices(HelpingServices):
    """The services of an app with lessons."""

    lessons: Lessons
    practice: Practice


@dataclass(frozen=True)
class EndingServices(HelpingServices):
    """The services of an app with endgame tables."""

    endings: EndingAnswers


@dataclass(frozen=True)
class PuzzleServices(PageServices):
    """The services of an app with puzzles."""

    puzzles: Puzzles

    @abstractmethod
    async def solver(self, connection: Connection) -> str:
        """The name under which the store of puzzles knows the visitor; empty if nothing is kept. Raises StoreError."""

    async def mistakes_left(self, connection: Connection) -> Left | None:
        """How many mistakes of the visitor's own games are to be solved; None for a visitor without known games. Raises
        StoreError."""
        return None

    async def new_solver(self, connection: Connection) -> str:
        """The same for a visitor about whom something is about to be stored. Raises StoreError."""
        return await self.solver(connection)


@dataclass(frozen=True)
class MistakeServices(PageServices):
    """The services of an app in which people find their own mistakes."""

    @property
    def with_people(self) -> bool:
        """Whether mistakes in games against people are among them."""
        return False

    @abstractmethod
    async def mistakes_of(self, connection: Connection) -> Mistakes:
        """The mistakes of the visitor. Raises Rejected for nobody, StoreError."""


@dataclass(frozen=True)
class TournamentServices(PageServices):
    """The services of an app with an arbiter's tournaments."""

    tournaments: Tournaments
    fragments: Fragments


@dataclass(frozen=True)
class BoardServices(PageServices):
    """The services of an app with a board that plays both sides."""

    board: AnalysisBoard


@dataclass(frozen=True)
class StudyServices(PageServices):
    """The services of an app with studies."""

    studies: Studies


@dataclass(frozen=True)
class PictureServices(PageServices):
    """What an app with lists of games needs."""

    pictures: Pictures
