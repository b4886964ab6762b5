"""The players of a server: guests and accounts, with their sessions and tokens."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import (
    Table,
    Update,
    delete,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from damaci.store import tournament_names
from damaci.store.audit import Act, record
from damaci.store.database import Database, Row
from damaci.store.naming import has_name_part
from damaci.store.prepared import Prepared, value
from damaci.store.schema import CHALLENGES, PLAYERS, RATINGS, SEEKS, SESSIONS, SIGN_IN_LINKS, TOKENS

PROGRAM = "program"
"""What plays for an account that its owner has given to a program."""
_KNOWN_FIRST = (PLAYERS.c.account.is_(None), PLAYERS.c.created.desc(), PLAYERS.c.id)
"""An order: accounts first, newest first."""


class Player(msgspec.Struct, frozen=True):
    """A player. `account` is the folded account name, None for a guest; `passphrase` is a hash, and so is `recovery`,
    of the recovery words. `closed`: when an operator closed the account (epoch seconds). `computer`: what plays, if it
    is no person: the name of a level of this server's own engine, or PROGRAM."""

    id: str
    name: str
    created: float
    account: str | None = None
    passphrase: str | None = None
    closed: float | None = None
    recovery: str | None = None
    computer: str | None = None


class Token(msgspec.Struct, frozen=True):
    """A program's right to play for a player, without the secret."""

    id: str
    name: str
    created: float


class NameTaken(Exception):
    """Another player has an account with that name."""


class Players:
    """Players by id, by account, and by the hash of a cookie or token; damaci.store.erasure deletes them. Every method
    raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._some = Prepared(select(PLAYERS).where(database.among(PLAYERS.c.id, "players")))
        sessions = select(SESSIONS.c.hash).where(database.among(SESSIONS.c.hash, "hashes"))
        tokens = select(TOKENS.c.hash).where(database.among(TOKENS.c.hash, "hashes"))
        self._standing = Prepared(union_all(sessions.where(SESSIONS.c.created >= value("since")), tokens))

    async def add(self, player: Player) -> None:
        """Adds a player. Raises NameTaken."""
        await self._write_account(insert(PLAYERS).values(**msgspec.structs.asdict(player)))

    async def change(self, player: Player) -> None:
        """Stores a player's new name, account or passphrase. Raises NameTaken."""
        await self._write_account(_changed(player))

    async def begin_anew(self, player: Player, *, tokens: Literal["keep", "revoke"]) -> None:
        """As `change`, and in the same transaction ends all sessions of the player, and all tokens unless `tokens` is
        "keep"."""
        ended = [SESSIONS]
        if tokens == "revoke":
            ended.append(TOKENS)
        await self._write_account(
            _changed(player), *(delete(table).where(table.c.player == player.id) for table in ended)
        )

    async def rename(self, player: Player, act: Act) -> None:
        """Stores the name, and the account's, that an operator gives a player, in tournaments too. Raises NameTaken."""
        try:
            async with self._database.writing() as connection:
                await tournament_names.rename(connection, player.id, player.name)
                await connection.execute(_changed(player))
                await record(connection, act)
        except IntegrityError:
            raise NameTaken from None

    async def close(self, player: str, act: Act) -> bool:
        """Closes an account and ends its sessions, tokens, sign-in links, seeks and challenges; returns False if it was
        closed already."""
        open_account = (PLAYERS.c.id == player) & PLAYERS.c.closed.is_(None)
        async with self._database.writing() as connection:
            closed = await connection.execute(update(PLAYERS).where(open_account).values(closed=act.at))
            for table in (SESSIONS, TOKENS, SIGN_IN_LINKS, SEEKS, CHALLENGES):
                await connection.execute(delete(table).where(table.c.player == player))
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.target == player))
            if closed.rowcount:
                await record(connection, act)
            return bool(closed.rowcount)

    async def reopen(self, player: str, act: Act) -> bool:
        """Opens an account again; returns False if it was not closed."""
        closed = (PLAYERS.c.id == player) & PLAYERS.c.closed.isnot(None)
        async with self._database.writing() as connection:
            opened = await connection.execute(update(PLAYERS).where(closed).values(closed=None))
            if opened.rowcount:
                await record(connection, act)
            return bool(opened.rowcount)

    async def closed(self, players: Collection[str]) -> set[str]:
        """The players, among these, whose account is closed."""
        query = select(PLAYERS.c.id).where(PLAYERS.c.id.in_(players), PLAYERS.c.closed.isnot(None))
        async with self._database.reading() as connection:
            return set(await connection.scalars(query))

    async def keep_recovery(self, player: str, hashed: str | None) -> None:
        """Stores the hash of a player's recovery words."""
        await self._execute(update(PLAYERS).where(PLAYERS.c.id == player).values(recovery=hashed))

    async def find(self, text: str, account: str, limit: int = 50) -> Sequence[Player]:
        """Players whose id or account is that, or whose name has `text` as a part: accounts first, newest first.
        `account`: the text in folded form."""
        query = (
            select(PLAYERS)
            .where(or_(PLAYERS.c.id == text, PLAYERS.c.account == account, has_name_part(PLAYERS.c.name, text)))
            .order_by(*_KNOWN_FIRST)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [player_of(row) for row in (await connection.execute(query)).mappings()]

    async def called(self, name: str, limit: int = 50) -> Sequence[Player]:
        """Players with exactly that name: accounts first, newest first."""
        query = select(PLAYERS).where(PLAYERS.c.name == name).order_by(*_KNOWN_FIRST).limit(limit)
        async with self._database.reading() as connection:
            return [player_of(row) for row in (await connection.execute(query)).mappings()]

    async def get(self, player: str) -> Player | None:
        """The player with that id, if there is one."""
        return next(map(player_of, await self._database.ask(_GET, id=player)), None)

    async def some(self, players: Collection[str]) -> dict[str, Player]:
        """The players, among these, who exist, by id."""
        rows = await self._database.ask(self._some, players=self._database.many(players))
        return {player.id: player for player in map(player_of, rows)}

    async def give_to_program(self, player: str) -> bool:
        """Marks an account as a program's for ever. Returns False if it has a rating already, or is a guest's."""
        rated = select(RATINGS.c.player).where(RATINGS.c.player == player).exists()
        fresh = (PLAYERS.c.id == player) & PLAYERS.c.account.isnot(None) & PLAYERS.c.computer.is_(None) & ~rated
        return bool(await self._execute(update(PLAYERS).where(fresh).values(computer=PROGRAM)))

    async def with_account(self, account: str) -> Player | None:
        """The player whose account has that folded name, if there is one."""
        return next(map(player_of, await self._database.ask(_WITH_ACCOUNT, account=account)), None)

    # ---- browsers ----------------------------------------------------------------------------------------------------

    async def open_session(self, player: Player, hashed: str, at: float) -> bool:
        """Opens a session for a browser. Returns False, without a session, if the passphrase has changed or the account
        was closed meanwhile."""
        return await self._let_in(SESSIONS, player, {"hash": hashed, "created": at})

    async def by_session(self, hashed: str, since: float) -> Player | None:
        """The player of a session that was opened at `since` (epoch seconds) or later."""
        return await self._behind(_BY_SESSION, hashed, since)

    async def close_session(self, hashed: str) -> None:
        """Ends a session."""
        await self._execute(delete(SESSIONS).where(SESSIONS.c.hash == hashed))

    async def close_sessions(self, player: str) -> None:
        """Ends all sessions of a player."""
        await self._execute(delete(SESSIONS).where(SESSIONS.c.player == player))

    # ---- programs ----------------------------------------------------------------------------------------------------

    async def add_token(self, player: Player, token: Token, hashed: str) -> bool:
        """Adds a token. Returns False, without a token, if the passphrase has changed meanwhile."""
        return await self._let_in(TOKENS, player, {"hash": hashed, **msgspec.structs.asdict(token)})

    async def tokens(self, player: str) -> Sequence[Token]:
        """The tokens of a player, oldest first."""
        query = (
            select(TOKENS.c.id, TOKENS.c.name, TOKENS.c.created)
            .where(TOKENS.c.player == player)
            .order_by(TOKENS.c.created)
        )
        async with self._database.reading() as connection:
            return [Token(*row) for row in await connection.execute(query)]

    async def remove_token(self, player: str, token: str) -> bool:
        """Removes a token; returns whether it existed."""
        return bool(await self._execute(delete(TOKENS).where(TOKENS.c.player == player, TOKENS.c.id == token)))

    async def by_token(self, hashed: str) -> Player | None:
        """The player for whom the program with this token plays."""
        return await self._behind(_BY_TOKEN, hashed, 0.0)

    async def _let_in(self, table: Table, player: Player, row: Mapping[str, object]) -> bool:
        # One statement, which waits for `begin_anew`: a sign-in with the former passphrase must not succeed while it is
        # being changed.
        unchanged = (
            (PLAYERS.c.id == player.id)
            & PLAYERS.c.passphrase.is_not_distinct_from(player.passphrase)
            & PLAYERS.c.closed.is_(None)
        )
        values = select(PLAYERS.c.id, *(literal(value, table.c[name].type) for name, value in row.items())).where(
            unchanged
        )
        return bool(await self._execute(insert(table).from_select(["player", *row], values.with_for_update(read=True))))

    async def standing(self, hashes: Collection[str], since: float) -> set[str]:
        """The hashes, among these, that are valid: a session opened at `since` or later, or a token."""
        found = await self._database.ask(self._standing, hashes=self._database.many(hashes), since=since)
        return {row["hash"] for row in found}

    async def _behind(self, secret: Prepared, hashed: str, since: float) -> Player | None:
        return next(map(player_of, await self._database.ask(secret, hashed=hashed, since=since)), None)

    async def _execute(self, *statements: Any) -> int:
        """Executes statements; returns how many rows the last one has changed."""
        changed = 0
        async with self._database.changing() if len(statements) == 1 else self._database.writing() as connection:
            for statement in statements:
                changed = int((await connection.execute(statement)).rowcount)
        return changed

    async def _write_account(self, *statements: Any) -> None:
        try:
            await self._execute(*statements)
        except IntegrityError:
            raise NameTaken from None


def _secret(table: Table) -> Prepared:
    kept = (table.c.hash == value("hashed")) & (table.c.created >= value("since"))
    return Prepared(select(PLAYERS).join(table).where(kept))


_BY_SESSION = _secret(SESSIONS)
_BY_TOKEN = _secret(TOKENS)
_GET = Prepared(select(PLAYERS).where(PLAYERS.c.id == value("id")))
_WITH_ACCOUNT = Prepared(select(PLAYERS).where(PLAYERS.c.account == value("account")))


def _changed(player: Player) -> Update:
    # Not whether the account is closed, nor its recovery words: others change them.
    changes = {"name": player.name, "account": player.account, "passphrase": player.passphrase}
    return update(PLAYERS).where(PLAYERS.c.id == player.id).values(changes)


def player_of(row: Row) -> Player:
    """The player in a row of the table, which may have other columns too."""
    return msgspec.convert({str(name): value for name, value in row.items()}, Player)
