"""What is answered to a request that fails: a status, a stable code and a sentence. No framework is known here."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

import msgspec

from damaci.errors import DamaciError
from damaci.host import RoomsFull, UnknownGame
from damaci.puzzles.collection import UnknownPuzzle
from damaci.puzzles.themes import UnknownTheme
from damaci.services.hints import NotNow
from damaci.services.lessons import UnknownLesson
from damaci.services.mistakes import UnknownMistake
from damaci.services.own_positions import YourRatedGame
from damaci.services.practice import NotInPractice
from damaci.services.puzzles import NoMorePuzzles, NotInPuzzle
from damaci.services.studies import UnknownStudy
from damaci.services.study_texts import StudyRefused
from damaci.services.tournaments import TournamentRefused, UnknownTournament
from damaci.site.explaining import explained, for_programs
from damaci.site.language import Catalog
from damaci.stored import StoreError

_logger = logging.getLogger(__name__)


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error for programs: a stable code, and a sentence, in the visitor's language where players meet it. `round`:
    the one of a tournament that has to be undone first."""

    error: str
    detail: str
    round: int = 0


class Failed(NamedTuple):
    """The answer to a request that failed."""

    status: int
    failure: Failure


Answer = Callable[[Exception, Catalog], Failed]


def failed(error: Exception, words: Catalog, what: str) -> Failed:
    """The answer to an exception. One that nobody expected is logged with `what` has failed, and not told."""
    for kind, answer in _ANSWERS.items():
        if isinstance(error, kind):
            return answer(error, words)
    _logger.error("%s failed", what, exc_info=error)
    return Failed(HTTPStatus.INTERNAL_SERVER_ERROR, Failure("internal", for_programs(words, "internal")))


def code_of(status: int) -> str:
    """The code of a status. Python has renamed the phrase of 413, so its code is fixed here."""
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return "too-large"
    return HTTPStatus(status).phrase.lower().replace(" ", "-")


def _as_told(status: HTTPStatus) -> Answer:
    return lambda error, words: Failed(status, Failure(code_of(status), str(error)))


def _with_its_code(status: HTTPStatus) -> Answer:
    """For errors whose code a page knows."""

    def answer(error: Exception, words: Catalog) -> Failed:
        assert isinstance(error, DamaciError)
        return Failed(status, Failure(error.code, str(error)))

    return answer


def _explained(status: HTTPStatus) -> Answer:
    """For errors that players meet."""

    def answer(error: Exception, words: Catalog) -> Failed:
        assert isinstance(error, DamaciError)
        return Failed(status, Failure(error.code, explained(words, error.code)))

    return answer


def _full(error: Exception, words: Catalog) -> Failed:
    return Failed(HTTPStatus.SERVICE_UNAVAILABLE, Failure("full", for_programs(words, "full")))


def _bad_value(error: Exception, words: Catalog) -> Failed:
    assert isinstance(error, DamaciError)
    return Failed(HTTPStatus.BAD_REQUEST, Failure(error.code, words.translate_reason(error.reason)))


def _refused(error: Exception, words: Catalog) -> Failed:
    assert isinstance(error, StudyRefused)
    return Failed(HTTPStatus.CONFLICT, Failure(error.refused, explained(words, error.refused)))


def _tournament_refused(error: Exception, words: Catalog) -> Failed:
    assert isinstance(error, TournamentRefused)
    detail = explained(words, error.refused, round=error.round)
    return Failed(HTTPStatus.CONFLICT, Failure(error.refused, detail, error.round))


def _storage(error: Exception, words: Catalog) -> Failed:
    assert isinstance(error, StoreError)
    _logger.error("%s", error)
    return Failed(HTTPStatus.SERVICE_UNAVAILABLE, Failure(error.code, str(error)))


def _too_deep(error: Exception, words: Catalog) -> Failed:
    """JSON that is nested too deeply is the only expected cause of a RecursionError."""
    return Failed(HTTPStatus.BAD_REQUEST, Failure(code_of(HTTPStatus.BAD_REQUEST), "The body is nested too deeply."))


_ANSWERS: dict[type[Exception], Answer] = {
    UnknownGame: _as_told(HTTPStatus.NOT_FOUND),
    UnknownLesson: _as_told(HTTPStatus.NOT_FOUND),
    UnknownPuzzle: _as_told(HTTPStatus.NOT_FOUND),
    UnknownTheme: _as_told(HTTPStatus.NOT_FOUND),
    NoMorePuzzles: _with_its_code(HTTPStatus.NOT_FOUND),
    UnknownMistake: _as_told(HTTPStatus.NOT_FOUND),
    NotInPractice: _as_told(HTTPStatus.CONFLICT),
    NotInPuzzle: _as_told(HTTPStatus.CONFLICT),
    NotNow: _as_told(HTTPStatus.CONFLICT),
    UnknownTournament: _as_told(HTTPStatus.NOT_FOUND),
    TournamentRefused: _tournament_refused,
    UnknownStudy: _as_told(HTTPStatus.NOT_FOUND),
    StudyRefused: _refused,
    YourRatedGame: _explained(HTTPStatus.CONFLICT),
    RoomsFull: _full,
    DamaciError: _bad_value,
    StoreError: _storage,
    RecursionError: _too_deep,
}
"""The first that fits counts."""
