"""Answers that a browser saves as a file."""

from collections.abc import AsyncIterator

from litestar import Response
from litestar.response import Stream

PDN = "application/vnd.pdn; charset=utf-8"


def file(text: str, name: str) -> Response[str]:
    """PDN text that the browser saves as a file with this name."""
    return Response(text, media_type=PDN, headers=saved_as(name))


def stream(parts: AsyncIterator[str] | AsyncIterator[bytes], name: str, media_type: str) -> Stream:
    """A file that is made while it is sent, so that it is never in memory as a whole."""
    return Stream(parts, media_type=media_type, headers=saved_as(name))


def saved_as(name: str) -> dict[str, str]:
    """The header of an answer that is saved as a file with this name."""
    return {"content-disposition": f'attachment; filename="{name}"'}
