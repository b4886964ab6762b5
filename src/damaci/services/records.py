"""Games in and out: PDN and positions as text, everything as JSON."""

import io
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count, islice
from typing import Any

import msgspec

from damaci.board.position import Position
from damaci.errors import DamaciError, GameOver
from damaci.game.game import Game
from damaci.game.outcome import WINNERS
from damaci.game.record import from_pdn, to_pdn
from damaci.notation.pdn import PdnGame, read, write_game
from damaci.play.events import AnyEvent, Ended, Moved, Opened, Seat, Settings
from damaci.play.table import Table
from damaci.rules.endings import Endings
from damaci.sentence import Sentence

MOST_GAMES = 1000
"""Games that one file may bring."""
_FEN = re.compile(r"\s*[WB]:[WB][^\[]*", re.IGNORECASE)


def pdn(events: Sequence[AnyEvent]) -> str:
    """The PDN of a stored game."""
    return write_game(record(events))


def record(events: Sequence[AnyEvent]) -> PdnGame:
    """A stored game with its tags."""
    table = Table.fold(events)
    return to_pdn(table.game, _tags(table, events[0].at))


def _tags(table: Table, at: float) -> dict[str, str]:
    return {
        "Event": "Damacı",
        "Date": datetime.fromtimestamp(at).strftime("%Y.%m.%d"),
        "White": _name(table.seats["white"]),
        "Black": _name(table.seats["black"]),
    }


def _name(seat: Seat) -> str:
    return f"Damacı ({seat.level})" if seat.kind == "engine" else seat.name or "?"


def opened(text: str, ruleset: str) -> tuple[PdnGame, bool]:
    """The first game of a text, or the position that it is a FEN of, and whether more games follow.

    `ruleset` is for a text that leaves it open. Raises FenError, PdnError, UnknownRuleset, and DamaciError for a text
    without a game."""
    if _FEN.fullmatch(text):
        return PdnGame(Position.from_fen(text.strip(), ruleset)), False
    found = [game for _, game in zip(range(2), read(io.StringIO(text), ruleset), strict=False)]
    if not found:
        raise DamaciError(Sentence("no game in this text: expected PDN or a FEN"))
    return found[0], len(found) > 1


def games_in(text: str, at: float, ruleset: str = "turkish") -> list[list[AnyEvent]]:
    """The games of a text, each as the events of a new one: a FEN alone is a game that begins there, anything else is
    read as PDN.

    `ruleset` is for a text that leaves it open. Raises FenError, PdnError, UnknownRuleset, and DamaciError for a text
    without games or with too many."""
    if _FEN.fullmatch(text):
        return [Table.open(Settings(ruleset=ruleset, fen=text.strip()), Seat("person"), Seat("person"), at)]
    games = list(islice(_read_all(text, at, ruleset), MOST_GAMES + 1))
    if not games:
        raise DamaciError(Sentence("no game in this text: expected PDN or a FEN"))
    if len(games) > MOST_GAMES:
        raise DamaciError(Sentence("too many games in this text: expected at most {most}", {"most": MOST_GAMES}))
    return games


def _read_all(text: str, at: float, ruleset: str) -> Iterator[list[AnyEvent]]:
    """The games one by one; what is wrong with a later one says which it is."""
    games = read(io.StringIO(text), ruleset)
    for n in count(1):
        try:
            game = next(games, None)
            if game is None:
                return
            yield _events(game, at)
        except DamaciError as error:
            if n > 1:
                error.reason = Sentence("game {n}, {reason}", {"n": n, "reason": error.reason})
            raise


def _events(record: PdnGame, at: float) -> list[AnyEvent]:
    game = _played(record)
    names = [Seat("person", name=record.tags.get(color, "").strip("? ")) for color in ("White", "Black")]
    settings = Settings(ruleset=record.ruleset.name, fen=game.start.fen, endings=game.endings, options=game.options)
    moves = [
        Moved(at=at, ply=ply, path=list(map(str, move.path)), captured=list(map(str, move.jumps)))
        for ply, move in enumerate(game.moves, 1)
    ]
    return [Opened(at=at, settings=settings, white=names[0], black=names[1]), *moves, *_end(game, at)]


def _played(record: PdnGame) -> Game:
    try:
        return from_pdn(record)
    except GameOver:
        # Other programs and people play on where a draw rule would have ended the game.
        return from_pdn(record, Endings())


def _end(game: Game, at: float) -> list[AnyEvent]:
    outcome = game.outcome()
    return [Ended(at=at, result=_RESULTS[outcome.winner], reason=outcome.reason.value)] if outcome else []


_RESULTS: dict[Any, Any] = {winner: result for result, winner in WINNERS.items()}


class Everything(msgspec.Struct, frozen=True):
    """All that is kept of a person, as it is kept."""

    settings: dict[str, Any]
    games: dict[str, list[AnyEvent]]
