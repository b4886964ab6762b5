"""The addresses to which players want notices by mail: confirmed by a link, and which notices go there."""

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec
from sqlalchemy import case, delete, select, update

from damaci.store.database import Database
from damaci.store.schema import MAIL_ADDRESSES

MOST_BOUNCES = 3
"""Refusals in a row after which nothing more is sent to an address."""
Wish = Literal["turn", "hurry", "challenge", "tournament", "holiday", "ended", "absence"]
"""A kind of notices that players can switch on and off."""
KINDS: tuple[Wish, ...] = get_args(Wish)


class MailAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player gets notices, and which: one's turn in a game by the day, its time running out, a challenge, a
    tournament that begins, a holiday that is over, the end of a game by the day, an opponent's holiday. `confirmed`:
    when the player said so (epoch seconds); `language`: of the texts; `bounces`: refusals of the address in a row;
    `sent`: mails on `day`, in days since the epoch."""

    player: str
    address: str
    language: str
    confirmed: float | None = None
    turn: bool = True
    hurry: bool = True
    challenge: bool = True
    tournament: bool = True
    holiday: bool = True
    ended: bool = True
    absence: bool = True
    bounces: int = 0
    day: int = 0
    sent: int = 0

    @property
    def wishes(self) -> dict[str, bool]:
        """Which notices go there, by kind."""
        return {kind: getattr(self, kind) for kind in KINDS}

    @property
    def usable(self) -> bool:
        """Whether notices are sent there."""
        return self.confirmed is not None and not self.stopped

    @property
    def stopped(self) -> bool:
        """Whether so many mails were refused that nothing more is sent."""
        return self.bounces >= MOST_BOUNCES

    def sent_on(self, day: int) -> int:
        """How many mails were sent on a day."""
        if self.day == day:
            return self.sent
        return 0


_FIELDS = [MAIL_ADDRESSES.c[name] for name in MailAddress.__struct_fields__]


class MailAddresses:
    """At most one of each player. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, address: MailAddress, until: float) -> bool:
        """Stores an address in place of the player's former one, until a moment if it is not confirmed by then; how
        many mails were sent to the player stays. Returns False if the player has been deleted."""
        values = msgspec.structs.asdict(address) | {"hash": None, "until": until}
        changed = {name: value for name, value in values.items() if name not in ("player", "day", "sent")}
        stored = self._database.insert(MAIL_ADDRESSES).values(values)
        return await self._database.attempt(stored.on_conflict_do_update(index_elements=["player"], set_=changed))

    async def of(self, player: str) -> MailAddress | None:
        """A player's, if there is one."""
        query = select(*_FIELDS).where(MAIL_ADDRESSES.c.player == player)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
        return MailAddress(**{str(name): value for name, value in row.items()}) if row else None

    async def ask(self, address: MailAddress, hashed: str, until: float) -> bool:
        """Keeps the hash of a new secret that confirms an address until `until`, in place of the former one; returns
        False if the player has another address now."""
        mine = (MAIL_ADDRESSES.c.player == address.player) & (MAIL_ADDRESSES.c.address == address.address)
        return await self._change(update(MAIL_ADDRESSES).where(mine).values(hash=hashed, until=until))

    async def confirm(self, hashed: str, at: float) -> bool:
        """Confirms the address of a secret, once; returns False if there is none that can be used at `at`."""
        known = (MAIL_ADDRESSES.c.hash == hashed) & (MAIL_ADDRESSES.c.until > at)
        return await self._change(update(MAIL_ADDRESSES).where(known).values(confirmed=at, hash=None, until=None))

    async def wish(self, player: str, kinds: Mapping[str, bool], language: str) -> bool:
        """Changes of what a player wants to hear, by kind; returns False if the player has no address."""
        mine = MAIL_ADDRESSES.c.player == player
        wanted = {kind: kinds[kind] for kind in KINDS if kind in kinds}
        return await self._change(update(MAIL_ADDRESSES).where(mine).values(language=language, **wanted))

    async def count(self, player: str, day: int) -> None:
        """Counts a mail to a player, sent on `day`, and that the address took it."""
        same = MAIL_ADDRESSES.c.day == day
        counted = {"day": day, "sent": case((same, MAIL_ADDRESSES.c.sent + 1), else_=1), "bounces": 0}
        await self._change(update(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.player == player).values(**counted))

    async def bounce(self, player: str, address: str) -> None:
        """Counts that a player's address was refused."""
        mine = (MAIL_ADDRESSES.c.player == player) & (MAIL_ADDRESSES.c.address == address)
        await self._change(update(MAIL_ADDRESSES).where(mine).values(bounces=MAIL_ADDRESSES.c.bounces + 1))

    async def remove(self, player: str, address: str | None = None) -> None:
        """Forgets a player's address, or this one if it is still the player's."""
        mine = MAIL_ADDRESSES.c.player == player
        if address is not None:
            mine &= MAIL_ADDRESSES.c.address == address
        await self._change(delete(MAIL_ADDRESSES).where(mine))

    async def remove_unconfirmed(self, at: float) -> None:
        """Forgets the addresses that nobody has confirmed in time."""
        late = MAIL_ADDRESSES.c.until <= at
        await self._change(delete(MAIL_ADDRESSES).where(late, MAIL_ADDRESSES.c.confirmed.is_(None)))

    async def _change(self, statement: object) -> bool:
        async with self._database.changing() as connection:
            return bool((await connection.execute(statement)).rowcount)  # type: ignore[call-overload]
