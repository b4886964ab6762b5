"""Passphrases: hashed slowly, in a thread, a few at a time."""

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST = 10
LONGEST = 200
"""Letters; see NIST SP 800-63B: length counts, rules about digits and signs do not."""
AT_ONCE = 2
"""Each takes 64 MiB and a core for a moment."""


class Passphrases:
    """Makes and checks hashes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hash(self, passphrase: str) -> str:
        """The hash with its salt and its parameters."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, passphrase)

    async def fits(self, hashed: str | None, passphrase: str) -> bool:
        """Whether it is the one. Takes as long when there is none to compare with, so that nobody learns who has an
        account."""
        async with self._turn:
            return await asyncio.to_thread(self._fits, hashed, passphrase)

    def _fits(self, hashed: str | None, passphrase: str) -> bool:
        try:
            return self._hasher.verify(hashed or _nobodys(), passphrase) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys() -> str:
    return PasswordHasher().hash("nobody's passphrase")
