"""Hashes of clients' addresses: two can be compared without storing an address."""

import hashlib
import hmac

from damaci.store.settings import Settings

KEY = "address-key"
LETTERS = 32


class AddressHashes:
    """Keyed hashes of addresses. All processes on one database have the same key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    @classmethod
    async def open(cls, settings: Settings) -> "AddressHashes":
        """Has the key of this database, a new one if there is none. Raises StoreError."""
        return cls(await settings.secret(KEY))

    def of(self, address: str) -> str:
        """The hash of an address.

        >>> AddressHashes("k").of("192.0.2.1") == AddressHashes("k").of("192.0.2.1")
        True
        >>> AddressHashes("k").of("192.0.2.1") == AddressHashes("other").of("192.0.2.1")
        False
        """
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()[:LETTERS]
