"""The links in mails: one confirms an address, others end all mail to it, or notices of some kinds. They work without
being signed in."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Self

from damaci.store import Store
from damaci.store.mail_addresses import KINDS, MailAddress, Wish
from damaci.store.settings import Settings

KEY = "mail-key"
CONFIRM = "/mail/confirm"
END = "/mail/end"
BETWEEN = "-"
"""Between the kinds in a link."""


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

    def end(self, player: str, address: str, *kinds: Wish) -> str:
        """The link that ends notices of some kinds to a player's address; without a kind, all mail."""
        all_mail = self.page(f"{END}/{player}.{self._proof(player, address)}")
        if not kinds:
            return all_mail
        return f"{all_mail}/{BETWEEN.join(kinds)}"

    async def end_by(self, store: Store, name: str) -> None:
        """Forgets the address of such a link's name; one that has been forgotten stays so. Raises StoreError."""
        if found := await self._address(store, name):
            await store.mail_addresses.remove(found.player, found.address)

    async def mute_by(self, store: Store, name: str, kinds: Sequence[Wish]) -> None:
        """Ends notices of some kinds to the address of such a link's name. Raises StoreError."""
        if found := await self._address(store, name):
            await store.mail_addresses.wish(found.player, dict.fromkeys(kinds, False), found.language)

    async def _address(self, store: Store, name: str) -> MailAddress | None:
        player, _, proof = name.partition(".")
        found = await store.mail_addresses.of(player)
        if found and hmac.compare_digest(proof.encode(), self._proof(player, found.address).encode()):
            return found
        return None

    def _proof(self, player: str, address: str) -> str:
        return hmac.new(self._secret, f"end {player} {address}".encode(), hashlib.sha256).hexdigest()[:40]


def kinds_in(text: str) -> list[Wish]:
    """The kinds of a link.

    >>> kinds_in("hurry-turn-nonsense")
    ['turn', 'hurry']
    """
    named = text.split(BETWEEN)
    return [kind for kind in KINDS if kind in named]
