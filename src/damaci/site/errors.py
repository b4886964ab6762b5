"""Answers to failed requests: JSON for programs, a page for people; never a traceback."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from damaci.errors import DamaciError
from damaci.host import RoomsFull, UnknownGame
from damaci.services.lessons import UnknownLesson
from damaci.site.explaining import for_programs
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.rejection import Rejected
from damaci.stored import StoreError

_logger = logging.getLogger(__name__)

RETRY_SECONDS = 10
"""When to come again if there is no memory for another game."""

AnyRequest = Request[Any, Any, Any]


class Failure(msgspec.Struct, frozen=True):
    """An error for programs: a stable code, and a sentence, in the visitor's language where players meet it."""

    error: str
    detail: str


def answer_refusal(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answers a request that the framework has refused."""
    answer = _answer(request, error.status_code, _word(error.status_code), _detail(error))
    answer.headers |= error.headers or {}
    return answer


def answer_rejected(request: AnyRequest, error: Rejected) -> Response[Any]:
    """Answers a request that a check or a service has refused."""
    detail = for_programs(catalog(language_of(request)), error.code)
    answer = _answer(request, error.status_code, error.code, detail)
    answer.headers |= error.headers or {}
    return answer


def answer_bad_value(request: AnyRequest, error: DamaciError) -> Response[Any]:
    """Answers a request with an invalid value."""
    return _answer(
        request,
        HTTPStatus.BAD_REQUEST,
        error.code,
        catalog(language_of(request)).translate_reason(error.reason),
    )


def answer_store_failure(request: AnyRequest, error: StoreError) -> Response[Any]:
    """Answers when the store cannot be read or written at the moment."""
    _logger.error("%s", error)
    return _answer(request, HTTPStatus.SERVICE_UNAVAILABLE, "storage", str(error))


def answer_accident(request: AnyRequest, error: Exception) -> Response[Any]:
    """Logs an unexpected exception and answers without its details."""
    _logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    detail = for_programs(catalog(language_of(request)), "internal")
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", detail)


def answer_full(request: AnyRequest, error: RoomsFull) -> Response[Any]:
    """Answers a request for a game for which there is no memory at the moment."""
    detail = for_programs(catalog(language_of(request)), error.code)
    answer = _answer(request, HTTPStatus.SERVICE_UNAVAILABLE, error.code, detail)
    answer.headers["retry-after"] = str(RETRY_SECONDS)
    return answer


def answer_too_deep(request: AnyRequest, error: RecursionError) -> Response[Any]:
    """Answers a request whose JSON is nested too deeply, the only expected cause of a RecursionError."""
    return _answer(request, HTTPStatus.BAD_REQUEST, _word(HTTPStatus.BAD_REQUEST), "The body is nested too deeply.")


def answer_unknown(request: AnyRequest, error: UnknownGame | UnknownLesson) -> Response[Any]:
    """Answers a request for a game or a lesson that does not exist."""
    return _answer(request, HTTPStatus.NOT_FOUND, "not-found", str(error))


HANDLERS: ExceptionHandlersMap = {
    HTTPException: answer_refusal,
    Rejected: answer_rejected,
    UnknownGame: answer_unknown,
    UnknownLesson: answer_unknown,
    RoomsFull: answer_full,
    DamaciError: answer_bad_value,
    StoreError: answer_store_failure,
    RecursionError: answer_too_deep,
    Exception: answer_accident,
}


def _answer(request: AnyRequest, status: int, word: str, detail: str) -> Response[Any]:
    for_people = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    # Rendering a page would cost more than the refused request itself.
    if for_people and status != HTTPStatus.TOO_MANY_REQUESTS:
        return page(request, "error.html", {"status": status}, status_code=status)
    return Response(Failure(word, detail), status_code=status, media_type=MediaType.JSON)


def _word(status: int) -> str:
    """The code of a status. Python has renamed the phrase of 413, so its code is fixed here."""
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return "too-large"
    return HTTPStatus(status).phrase.lower().replace(" ", "-")


def _detail(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return "; ".join(f"{each.get('key', 'value')}: {each['message']}" for each in error.extra)
    return error.detail
