"""Written moves and games."""

from dataclasses import dataclass
from struct import Struct

from damaci._kernel_wasm import forms
from damaci._kernel_wasm.forms import Reader
from damaci._kernel_wasm.module import Function, give

_WRITTEN = forms.POSITION + "B"
_read_game = Function("read_game", _WRITTEN)
_transcribe = Function("transcribe", _WRITTEN)
_write_words = Function("write_words", _WRITTEN)
_replay = Function("replay", forms.POSITION + forms.TERMS + "B")
_ply = Struct("<QQQBQQIIII")


@dataclass(frozen=True, slots=True)
class Ply:
    """A ply that was not taken back."""

    white: int
    black: int
    kings: int
    white_to_move: bool
    key: int
    text: str
    counters: tuple[int, int, int, int, int]
    """The squares of new kings, and the counters of draws."""


def _call(function: Function, position: tuple[int, ...], text: str, *flags: int) -> memoryview | bytes | None:
    give(text.encode())
    return function.maybe(*position, *flags)


def read_game(position: tuple[int, ...], text: str, last_three_kings: bool) -> str | None:
    """See Position.read_game."""
    return _text(_call(_read_game, position, text, last_three_kings))


def write_words(position: tuple[int, ...], text: str, last_three_kings: bool) -> str | None:
    """See Position.write_words."""
    return _text(_call(_write_words, position, text, last_three_kings))


def transcribe(
    position: tuple[int, ...], text: str, last_three_kings: bool
) -> tuple[list[str], list[tuple[int, str]]] | None:
    """See Position.transcribe."""
    found = _call(_transcribe, position, text, last_three_kings)
    if found is None:
        return None
    reader = Reader(found)
    moves = [reader.text() for _ in range(reader.number())]
    return moves, [(reader.number(), reader.text()) for _ in range(reader.number())]


def replay(position: tuple[int, ...], line: str, terms: tuple[int | bool, ...], touch_move: bool) -> list[Ply] | None:
    """See Position.replay."""
    found = _call(_replay, position, line, *terms, touch_move)
    if found is None:
        return None
    reader = Reader(found)
    plies = []
    while reader:
        white, black, kings, turn, key, promoted, quiet, reversible, kings_only, seen = reader.take(_ply)
        counters = (promoted, quiet, reversible, kings_only, seen)
        plies.append(Ply(white, black, kings, bool(turn), key, reader.text(), counters))
    return plies


def _text(data: memoryview | bytes | None) -> str | None:
    if data is None:
        return None
    return str(data, "utf-8")
