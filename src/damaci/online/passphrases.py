"""Passphrase hashing with a slow hash, in threads, a few at a time."""

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST = 10
LONGEST = 200
"""Characters. NIST SP 800-63B advises a minimum length, and no rules about digits and signs."""
AT_ONCE = 2
"""Concurrent hashes; each takes 64 MiB and one core."""


class Passphrases:
    """Creates and checks hashes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hash(self, passphrase: str) -> str:
        """The hash with its salt and its parameters."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, passphrase)

    async def fits(self, hashed: str | None, passphrase: str) -> bool:
        """Whether the passphrase matches the hash. Takes as long without a hash, so that the time does not reveal
        whether an account exists."""
        async with self._turn:
            return await asyncio.to_thread(self._fits, hashed, passphrase)

    def _fits(self, hashed: str | None, passphrase: str) -> bool:
        kept = _nobodys() if hashed is None else hashed
        try:
            return self._hasher.verify(kept, passphrase) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys() -> str:
    return PasswordHasher().hash("nobody's passphrase")
