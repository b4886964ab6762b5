"""Helpers of an arbiter, who enter results of a tournament on devices of their own. A code admits them, and a
secret that their browser keeps says who they are."""

import hashlib
import secrets
import time
from collections.abc import Callable

import msgspec

from damaci.host.ids import new_id
from damaci.links.messages import clean_name
from damaci.links.reception import new_code, normalized
from damaci.stored import Store

KEY = "helpers"
"""The setting that keeps all of this."""
MOST_HELPERS = 24
"""Helpers of a tournament."""
CONNECTED = 10.0
"""Seconds since the last request of a helper after which the device does not count as connected."""


class HelpRefused(Exception):
    """Somebody was not admitted. `code` is that of damaci.explanations."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Helper(msgspec.Struct, frozen=True, kw_only=True):
    """Who was admitted. `digest` is the SHA-256 of the secret."""

    id: str
    name: str
    digest: str


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament with helpers, and the code that admits more of them; empty while nobody is admitted."""

    tournament: str
    code: str
    helpers: tuple[Helper, ...] = ()


class StoredHelpers(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored. `address`: the one that helpers use, to be kept after a restart."""

    address: str = ""
    shares: tuple[Share, ...] = ()


class Helping(msgspec.Struct, frozen=True, kw_only=True):
    """A helper, and the tournament of that helper."""

    tournament: str
    helper: Helper


class Helpers:
    """The helpers of all tournaments of a store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._shares: dict[str, Share] = {}
        self._seen: dict[str, float] = {}
        """The time of the last request, by helper."""
        self.address = ""
        """The address that helpers used last."""

    async def open(self) -> None:
        """Loads what earlier runs have stored. Raises StoreError."""
        try:
            kept = msgspec.convert(await self._store.settings.get(KEY, {}), StoredHelpers)
        except msgspec.ValidationError:  # written by another version
            kept = StoredHelpers()
        self.address = kept.address
        self._shares = {share.tournament: share for share in kept.shares}

    @property
    def shares(self) -> tuple[Share, ...]:
        """The tournaments that have helpers, or wait for some."""
        return tuple(self._shares.values())

    def share(self, tournament: str) -> Share | None:
        """How a tournament is shared; None for one that is not."""
        return self._shares.get(tournament)

    def is_code(self, tournament: str, typed: str) -> bool:
        """Whether this is the code of a tournament."""
        share = self._shares.get(tournament)
        return share is not None and _is_code(share, typed)

    def is_connected(self, helper: str) -> bool:
        """Whether the device of a helper has asked for something just now."""
        return self._clock() - self._seen.get(helper, -CONNECTED) < CONNECTED

    # ---- what the arbiter decides ------------------------------------------------------------------------------------

    async def invite(self, tournament: str) -> None:
        """Shares a tournament under a new code; a former one admits nobody any more. Helpers stay. Raises
        StoreError."""
        await self._change(tournament, code=new_code())

    async def close_code(self, tournament: str) -> None:
        """Withdraws the code; helpers stay. Raises StoreError."""
        await self._change(tournament, code="")

    async def remove(self, tournament: str, helper: str) -> None:
        """Dismisses a helper. Raises StoreError."""
        left = tuple(each for each in self._helpers(tournament) if each.id != helper)
        await self._change(tournament, helpers=left)

    async def end(self, tournament: str) -> None:
        """Dismisses all helpers of a tournament, and withdraws the code. Raises StoreError."""
        if self._shares.pop(tournament, None):
            await self.keep()

    async def keep(self, address: str | None = None) -> None:
        """Stores everything, with the address that helpers use. Raises StoreError."""
        if address is not None:
            self.address = address
        kept = StoredHelpers(address=self.address, shares=self.shares)
        await self._store.settings.put(KEY, msgspec.to_builtins(kept))

    # ---- what helpers ask --------------------------------------------------------------------------------------------

    async def admit(self, name: str, code: str) -> str:
        """Admits a person who knows a code; returns the secret for the browser. Replaces a helper of the same name
        whose device is not connected. Raises HelpRefused, StoreError."""
        share = self._share_of(code)
        name = clean_name(name)
        same = [each for each in share.helpers if each.name.casefold() == name.casefold()]
        if any(self.is_connected(each.id) for each in same):
            raise HelpRefused("tournament-helper-name")
        others = tuple(each for each in share.helpers if each not in same)
        if len(others) >= MOST_HELPERS:
            raise HelpRefused("tournament-helpers-full")
        secret = secrets.token_urlsafe(32)
        helper = Helper(id=new_id(), name=name, digest=_digest(secret))
        self._seen[helper.id] = self._clock()
        await self._change(share.tournament, helpers=(*others, helper))
        return secret

    def find(self, secret: str) -> Helping | None:
        """The helper to whom a secret belongs; from now on the device counts as connected."""
        digest = _digest(secret)
        for share in self._shares.values():
            for helper in share.helpers:
                if secrets.compare_digest(helper.digest, digest):
                    self._seen[helper.id] = self._clock()
                    return Helping(tournament=share.tournament, helper=helper)
        return None

    # ---- inside ------------------------------------------------------------------------------------------------------

    def _share_of(self, code: str) -> Share:
        """The share that a code admits to; compares with all of them. Raises HelpRefused."""
        shares = [share for share in self._shares.values() if _is_code(share, code)]
        if not shares:
            raise HelpRefused("wrong-code")
        return shares[0]

    def _helpers(self, tournament: str) -> tuple[Helper, ...]:
        share = self._shares.get(tournament)
        if share:
            return share.helpers
        return ()

    async def _change(
        self, tournament: str, code: str | None = None, helpers: tuple[Helper, ...] | None = None
    ) -> None:
        former = self._shares.get(tournament) or Share(tournament=tournament, code="")
        self._shares[tournament] = Share(
            tournament=tournament,
            code=former.code if code is None else code,
            helpers=former.helpers if helpers is None else helpers,
        )
        await self.keep()


def _is_code(share: Share, typed: str) -> bool:
    """Whether `typed` is the code of a share; takes the same time for every code of the right length."""
    return secrets.compare_digest(share.code.encode(), normalized(typed).encode()) and share.code != ""


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
