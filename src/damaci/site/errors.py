"""Answers to failed requests: JSON for programs, a page for people; never a traceback."""

from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from damaci.host import RoomsFull
from damaci.site.connection import AnyRequest
from damaci.site.explaining import for_programs
from damaci.site.failures import Failure, code_of, failed
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.rejection import Rejected

RETRY_SECONDS = 10
"""When to come again if there is no memory for another game."""


def answer_refusal(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answers a request that the framework has refused."""
    answer = _answer(request, error.status_code, Failure(code_of(error.status_code), _detail(error)))
    answer.headers |= error.headers or {}
    return answer


def answer_rejected(request: AnyRequest, error: Rejected) -> Response[Any]:
    """Answers a request that a check or a service has refused."""
    detail = for_programs(catalog(language_of(request)), error.code)
    answer = _answer(request, error.status_code, Failure(error.code, detail))
    answer.headers |= error.headers or {}
    return answer


def answer_failure(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answers a request that has failed: see damaci.site.failures."""
    status, failure = failed(error, catalog(language_of(request)), f"{request.method} {request.url.path}")
    answer = _answer(request, status, failure)
    if isinstance(error, RoomsFull):
        answer.headers["retry-after"] = str(RETRY_SECONDS)
    return answer


HANDLERS: ExceptionHandlersMap = {
    HTTPException: answer_refusal,
    Rejected: answer_rejected,
    Exception: answer_failure,
}


def _answer(request: AnyRequest, status: int, failure: Failure) -> Response[Any]:
    for_people = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    # Rendering a page would cost more than the refused request itself.
    if for_people and status != HTTPStatus.TOO_MANY_REQUESTS:
        return page(request, "error.html", {"status": status}, status_code=status)
    return Response(failure, status_code=status, media_type=MediaType.JSON)


def _detail(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return "; ".join(f"{each.get('key', 'value')}: {_problem(each)}" for each in error.extra)
    return error.detail


def _problem(found: dict[str, Any]) -> str:
    """What is wrong with a value. For a missing one, the framework repeats its name."""
    message = str(found["message"])
    return "missing" if message == repr(found.get("key")) else message
