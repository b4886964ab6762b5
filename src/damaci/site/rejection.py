"""A request that is not carried out."""

from litestar.exceptions import HTTPException


class Rejected(HTTPException):
    """Why a request is not carried out: an HTTP status, a stable word for programs and a sentence in English."""

    def __init__(self, status: int, word: str, detail: str) -> None:
        super().__init__(detail=detail, status_code=status, extra={"word": word})
        self.word = word
