"""The exception for refused requests."""

from litestar.exceptions import HTTPException


class Rejected(HTTPException):
    """A refused request: an HTTP status, a stable code for programs and a sentence in English."""

    def __init__(self, status: int, word: str, detail: str) -> None:
        super().__init__(detail=detail, status_code=status, extra={"word": word})
        self.word = word
