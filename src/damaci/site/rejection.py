"""The exception for refused requests."""

import math

from litestar.exceptions import HTTPException


class Rejected(HTTPException):
    """A refused request: an HTTP status and a stable code, which damaci.explanations explains."""

    def __init__(self, status: int, code: str, *, retry_after: float | None = None) -> None:
        """`retry_after`: seconds after which the same request may succeed; the answer says so in whole ones."""
        super().__init__(detail=code, status_code=status)
        self.code = code
        self.seconds = None if retry_after is None else max(1, math.ceil(retry_after))
        if self.seconds is not None:
            self.headers = {"retry-after": str(self.seconds)}
