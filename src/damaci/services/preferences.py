"""What a person likes: kept in the store, applied by the pages."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

import msgspec

from damaci.errors import DamaciError
from damaci.languages import LANGUAGES
from damaci.stored import Store

KEY = "preferences"


class BadPreference(DamaciError):
    """An unknown preference, or a value that it cannot have."""

    code = "bad-request"


class Preferences(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices that the pages offer, with the values of somebody who has not chosen."""

    theme: Literal["system", "light", "dark"] = "system"
    language: Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(LANGUAGES)})?$")] = ""
    """Empty: as the browser asks."""
    board: Literal["wood", "tile", "felt"] = "wood"
    pieces: Literal["turned", "flat", "fluted"] = "turned"
    coordinates: Literal["none", "inside", "outside"] = "inside"
    animation: Literal["none", "fast", "normal", "slow"] = "normal"
    blindfold: bool = False
    """The pieces are not shown; screen readers still name them."""
    input: Literal["either", "click", "drag"] = "either"
    premove: bool = True
    """A move may be chosen while the other side thinks; it is played as soon as it may be, if it is legal then."""
    destinations: bool = True
    """Dots where the chosen piece can go."""
    last_move: bool = True
    captures: bool = True
    """Rings around the pieces that have to capture."""
    auto_turn: bool = False
    """Turn the board to the side to move, for two players on one device."""
    typed_moves: bool = True
    """A field for moves in letters and digits, where the window has room for it."""
    shortcuts: bool = True
    """Single letters act; who dictates or reads by keys may want them quiet (WCAG 2.1.4)."""
    sounds: bool = True
    sound_theme: Literal["wood", "stone", "soft"] = "wood"
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 60
    zen: bool = False
    """Only the board, the players and what they may do are shown."""
    speech: bool = False
    """The opponent's moves and announcements are spoken, by the browser's own voice."""
    pause: bool = True
    """The computer takes a moment before it moves, as a person would."""
    toured: bool = False
    """The first words about the page have been read."""

    @classmethod
    def of(cls, stored: Any) -> Self:
        """What was stored, as far as this version still knows it."""
        if not isinstance(stored, dict):
            return cls()
        return cls(**{name: value for name, value in stored.items() if _fits(cls, name, value)})

    def changed(self, changes: Mapping[str, Any]) -> Self:
        """These with some values changed, by name. Raises BadPreference."""
        try:
            return msgspec.convert({**msgspec.to_builtins(self), **changes}, type(self))
        except msgspec.ValidationError as error:
            raise BadPreference(str(error)) from None


def _fits(kind: type[Preferences], name: str, value: object) -> bool:
    try:
        msgspec.convert({name: value}, kind)
    except msgspec.ValidationError:
        return False
    return True


class Shelf:
    """The preferences in this data folder. In a browser, other tabs may change them too."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.current = Preferences()

    async def open(self) -> None:
        """Reads what was chosen in earlier runs. Raises StoreError."""
        self.current = await self._read()

    async def _read(self) -> Preferences:
        return Preferences.of(await self._store.settings.get(KEY, {}))

    async def change(self, changes: Mapping[str, Any]) -> Preferences:
        """Changes some preferences, by name. Raises BadPreference and StoreError, and then nothing was changed."""
        await self._store.settings.change(
            KEY, lambda stored: msgspec.to_builtins(Preferences.of(stored).changed(changes))
        )
        await self.open()
        return self.current

    async def put(self, chosen: Preferences) -> None:
        """Keeps a choice. Raises StoreError, and then the former choice stands."""
        await self._store.settings.put(KEY, msgspec.to_builtins(chosen))
        self.current = chosen
