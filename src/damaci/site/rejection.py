"""The exception for refused requests."""

from litestar.exceptions import HTTPException


class Rejected(HTTPException):
    """A refused request: an HTTP status and a stable code, which damaci.explanations explains."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(detail=code, status_code=status)
        self.code = code
