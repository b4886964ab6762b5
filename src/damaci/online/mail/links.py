"""The links in mails: one confirms an address, one ends all mail to it. Both work without being signed in."""

import hashlib
import hmac
from typing import Self

from damaci.store import Store
from damaci.store.settings import Settings

KEY = "mail-key"
CONFIRM = "/mail/confirm"
END = "/mail/end"


class MailLinks:
    """Links of one server; all processes on one database make the same ones."""

    def __init__(self, secret: str, url: str) -> None:
        """`url`: the server's public address, without a slash at the end."""
        self._secret = secret.encode()
        self._url = url

    @classmethod
    async def open(cls, settings: Settings, url: str) -> Self:
        """Has the secret of this database. Raises StoreError."""
        return cls(await settings.secret(KEY), url)

    def page(self, path: str) -> str:
        """A page of the server."""
        return f"{self._url}{path}"

    def confirm(self, secret: str) -> str:
        """The link of a secret."""
        return self.page(f"{CONFIRM}/{secret}")

    def end(self, player: str, address: str) -> str:
        """The link that ends all mail to a player's address."""
        return self.page(f"{END}/{player}.{self._proof(player, address)}")

    async def end_by(self, store: Store, name: str) -> None:
        """Forgets the address of such a link's last part; one that has been forgotten stays so. Raises StoreError."""
        player, _, proof = name.partition(".")
        found = await store.mail_addresses.of(player)
        if found and hmac.compare_digest(proof.encode(), self._proof(player, found.address).encode()):
            await store.mail_addresses.remove(player, found.address)

    def _proof(self, player: str, address: str) -> str:
        return hmac.new(self._secret, f"end {player} {address}".encode(), hashlib.sha256).hexdigest()[:40]
