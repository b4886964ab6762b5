"""Games from outside: PDN and FEN as text."""

import io
import re
from collections.abc import Iterator
from itertools import count, islice

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.notation.pdn import PdnGame, read
from damaci.play.events import AnyEvent, Seat, Settings
from damaci.play.record import events_of
from damaci.play.table import Table
from damaci.sentence import Sentence

MOST_GAMES = 1000
"""Games that one file may bring."""
_FEN = re.compile(r"\s*[WB]:[WB][^\[]*", re.IGNORECASE)


def first_game(text: str, ruleset: str) -> tuple[PdnGame, bool]:
    """The first game of a text, or the position that it is a FEN of, and whether more games follow.

    `ruleset` is for a text that leaves it open. Raises FenError, PdnError, UnknownRuleset, and DamaciError for a text
    without a game."""
    if _FEN.fullmatch(text):
        return PdnGame(Position.from_fen(text.strip(), ruleset)), False
    found = list(islice(read(io.StringIO(text), ruleset), 2))
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
            yield events_of(game, at)
        except DamaciError as error:
            if n > 1:
                error.reason = Sentence("game {n}, {reason}", {"n": n, "reason": error.reason})
            raise
