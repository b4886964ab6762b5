"""Requests asked again: what is made under an `Idempotency-Key` has an id derived from it, so it is made once."""

import hashlib
import hmac
from typing import Annotated

from litestar.params import HeaderParameter

from damaci.host.ids import LENGTH, LETTERS, new_id
from damaci.store.settings import Settings

KEY = "repeat-key"
HEADER = "Idempotency-Key"
LONGEST = 64

RepeatKey = Annotated[
    str,
    HeaderParameter(
        name=HEADER,
        max_length=LONGEST,
        description="Chosen by the client for each thing it wants made. A request that is sent again with the same key,"
        " because the answer was lost, is answered with what the first one made.",
    ),
]
"""The value of the header, empty if there is none."""


class RepeatableIds:
    """Ids of what players ask for. All processes on one database derive the same ones."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    @classmethod
    async def open(cls, settings: Settings) -> "RepeatableIds":
        """Has the secret of this database, a new one if there is none. Raises StoreError."""
        return cls(await settings.secret(KEY))

    def of(self, player: str, key: str) -> str:
        """The id of what a player requests under a key; a new id without a key.

        >>> ids = RepeatableIds("secret")
        >>> ids.of("ada", "1") == ids.of("ada", "1"), ids.of("ada", "1") == ids.of("bob", "1")
        (True, False)
        >>> ids.of("ada", "") == ids.of("ada", "")
        False
        """
        if not key:
            return new_id()
        digest = hmac.new(self._secret, f"{player} {key}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest)
        letters = (LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH))
        return "".join(letters)
