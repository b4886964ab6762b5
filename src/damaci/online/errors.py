"""What the server refuses, with a stable word and a sentence."""

from litestar.exceptions import HTTPException


class Refused(HTTPException):
    """A request that is not carried out: why, as a word for programs and a sentence in English."""

    def __init__(self, status: int, word: str, detail: str) -> None:
        super().__init__(detail=detail, status_code=status, extra={"word": word})
