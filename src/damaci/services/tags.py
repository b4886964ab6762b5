"""The tags of a stored game as somebody edits them: who played, where and when. They are kept beside the game, whose
events do not change."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from damaci.host import UnknownGame, read_game
from damaci.play.events import AnyEvent
from damaci.play.record import tags_of
from damaci.services.content import hash_of
from damaci.services.run import Run
from damaci.stored import Store
from damaci.stored.summary import row_of

LONGEST = 200
"""Letters of a value."""
_UNKNOWN = re.compile(r"[?.\s]*")
_Value = Annotated[str, msgspec.Meta(max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class Tags(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, rename="pascal"):
    """The tags that can be edited. None leaves a tag as it is; an empty text removes it."""

    white: _Value | None = None
    black: _Value | None = None
    event: _Value | None = None
    site: _Value | None = None
    date: _Value | None = None
    round: _Value | None = None

    def values(self) -> dict[str, str]:
        """The tags that are given, by their names in PDN."""
        values: dict[str, str] = msgspec.to_builtins(self)
        return {name: value.strip() for name, value in values.items()}


class Edit(msgspec.Struct, frozen=True):
    """What a game's tags are to be."""

    tags: Tags


class TagEditor:
    """Edits the tags of stored games. `run` does what may take long."""

    def __init__(self, store: Store, run: Run) -> None:
        self._store = store
        self._run = run

    async def edit(self, game: str, tags: Tags) -> None:
        """Keeps what differs from the game's own tags, for lists, exports and every browser. Raises UnknownGame,
        StoreError."""
        events = await read_game(self._store.log, game)
        own = await self._run(tags_of, events)
        changed = {name: value for name, value in tags.values().items() if value != _known(own.get(name, ""))}
        if not await keep(self._store, self._run, game, events, changed):
            raise UnknownGame(f"no game {game!r}")


async def keep(store: Store, run: Run, game: str, events: Sequence[AnyEvent], edited: Mapping[str, str]) -> bool:
    """Stores the edited tags of a game with these events; returns whether it exists. Raises StoreError."""
    row = row_of(events)
    white = edited.get("White", row["white_name"])
    black = edited.get("Black", row["black_name"])
    if not await store.games.edit(game, edited, white, black):
        return False
    if row["result"] != "*":
        await store.contents.put({game: await run(hash_of, events, edited)})
    return True


def _known(value: str) -> str:
    if _UNKNOWN.fullmatch(value):
        return ""
    return value
