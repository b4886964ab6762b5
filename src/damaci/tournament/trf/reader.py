"""Reads a tournament report file. Errors name the line."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from damaci.arguments import expect_kind
from damaci.notation.encodings import decoded
from damaci.sentence import Sentence
from damaci.tournament.crosstable import (
    FORFEITS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    OPPOSITE,
    PLAYED,
    Color,
    Contradiction,
    Crosstable,
    Mark,
    Person,
    Player,
    Points,
    RoundEntry,
    TournamentError,
)
from damaci.tournament.trf.claims import as_claimed, misclaimed
from damaci.tournament.trf.report import HEADERS, ROUNDS, ForbiddenPairing, Report
from damaci.tournament.trf.worth import OLD_VALUES, FileWorth, points_in

NAME = slice(14, 47)
GAPS = (47, 52, 56, 68, 79, 84)
"""Columns of a player's line in which nothing is written."""
WIDTH = 10
"""Columns of one round."""
COLORS: dict[str, Color] = {"w": "white", "b": "black"}
MARKS = {mark.value: mark for mark in Mark if mark is not Mark.PENDING}
LINE_END = re.compile(r"\r\n|\r|\n")
ALONE = {Mark.FORFEIT_LOSS: Mark.ZERO_BYE, Mark.DRAW: Mark.HALF_BYE}
"""What results without an opponent mean, which other programs write for byes."""


class TrfError(TournamentError):
    """A file is no tournament report, or contradicts itself. `line` counts from 1; 0 is the whole file."""

    def __init__(self, reason: Sentence, line: int = 0) -> None:
        if line:
            reason = Sentence("line {line}: {reason}", {"line": line, "reason": reason})
        super().__init__(reason)
        self.line = line


def read_trf(data: bytes) -> Report:
    """The tournament in a file of either version, with JaVaFo's additions. Lines that it does not know are passed over.

    Texts are UTF-8, UTF-16 or, if they are neither, Turkish Windows (1254). Raises TrfError, BadArgument.
    """
    return _Reader(decoded(expect_kind("data", data, bytes))).report()


class _Reader:
    def __init__(self, text: str) -> None:
        self._players: dict[int, Player] = {}
        self._lines: dict[int, int] = {}
        """By player, where it was read."""
        self._claims: dict[int, float] = {}
        """By player, the points that are written."""
        self._entries: dict[int, list[RoundEntry]] = {}
        self._persons: dict[int, Person] = {}
        self._headers: dict[str, str] = {}
        self._worth = FileWorth()
        self._rounds = 0
        self._initial: Color | None = None
        self._byes: list[tuple[int, int, int, Mark]] = []
        """Line, round, player, mark."""
        self._away: list[tuple[int, int]] = []
        """Line and player: who is not there in the next round."""
        self._forbidden: list[tuple[int, ForbiddenPairing]] = []
        self._accelerated = False
        self._in_order = False
        """Whether the players' order in the file is that of their pairing numbers."""
        self._number = 0
        for self._number, line in enumerate(LINE_END.split(text), 1):
            self._read(line)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def _read(self, line: str) -> None:
        code = line[:3]
        readers: dict[str, Callable[[str], None]] = {
            "001": self._read_player,
            "142": self._read_rounds,
            "XXR": self._read_rounds,
            "152": self._read_initial,
            "XXC": self._read_configuration,
            "162": self._read_values,
            "XXS": self._read_worth,
            "240": self._read_byes,
            "XXZ": self._read_away,
            "250": self._read_acceleration,
            "XXA": self._read_acceleration,
            "260": self._read_forbidden,
            "XXP": self._read_forbidden_pair,
            "299": self._refuse_abnormal,
        }
        if code in readers:
            readers[code](line)
        elif code in HEADERS:
            self._keep(code, line[4:].rstrip())
        elif code in OLD_VALUES:
            self._worth.values[OLD_VALUES[code]] = self._points(line[4:])

    def _keep(self, code: str, text: str) -> None:
        if code in self._headers:
            text = f"{self._headers[code]}\n{text}"
        self._headers[code] = text

    def _read_player(self, line: str) -> None:
        line = _in_columns(line)
        id = self._whole(Sentence("starting number"), line[4:8], 1, MOST_PLAYERS)
        if id in self._players:
            raise self._error(
                Sentence("starting number {n} has been used in line {line}", {"n": id, "line": self._lines[id]})
            )
        rating = self._whole(Sentence("rating"), line[48:52].strip() or "0", 0, MOST_PLAYERS)
        self._players[id] = Player(id, line[NAME].strip(), rating)
        self._lines[id] = self._number
        if line[80:84].strip():
            self._claims[id] = self._points(line[80:84])
        self._persons[id] = Person(
            line[9:10].strip(), line[10:13].strip(), line[53:56].strip(), line[57:68].strip(), line[69:79].strip()
        )
        self._entries[id] = [self._entry(text, number) for number, text in enumerate(_rounds(line), 1)]

    def _entry(self, text: str, round: int) -> RoundEntry:
        opponent = self._whole(
            Sentence("opponent in round {round}", {"round": round}), text[:4].strip() or "0", 0, MOST_PLAYERS
        )
        mark = self._mark(text[7:8], round, alone=not opponent)
        color = text[5:6].strip().lower()
        if color not in ("", "-", *COLORS):
            values = {"round": round, "found": repr(color)}
            raise self._error(Sentence("round {round}: {found} is no colour; there are w, b and -", values))
        if opponent and mark not in OPPOSITE:
            values = {"round": round, "result": mark, "opponent": opponent}
            raise self._error(
                Sentence("round {round}: the result {result} has no opponent, and there is {opponent}", values)
            )
        return RoundEntry(mark, opponent, COLORS.get(color) if opponent else None)

    def _mark(self, text: str, round: int, *, alone: bool) -> Mark:
        mark: Mark | None = MARKS.get((text.strip() or "Z").upper())
        if mark is None:
            values = {"round": round, "found": repr(text), "known": " ".join(MARKS)}
            raise self._error(Sentence("round {round}: {found} is no result; there are {known}", values))
        if alone:
            return ALONE.get(mark, mark)
        if mark is Mark.ZERO_BYE:
            return Mark.PENDING
        return mark

    def _read_rounds(self, line: str) -> None:
        self._rounds = self._whole(Sentence("number of rounds"), line[4:], 1, MOST_ROUNDS)

    def _read_initial(self, line: str) -> None:
        word = line[4:].strip().lower()
        if word not in COLORS:
            raise self._error(Sentence("{found} is no colour; there are W and B", {"found": repr(word)}))
        self._initial = COLORS[word]

    def _read_configuration(self, line: str) -> None:
        for word in line[4:].split():
            if word in ("white1", "black1"):
                self._initial = COLORS[word[0]]
            elif word == "rank":
                self._in_order = True

    def _read_values(self, line: str) -> None:
        self._told(self._worth.read_columns, line)

    def _read_worth(self, line: str) -> None:
        self._told(self._worth.read_codes, line[3:])

    def _told(self, read: Callable[[str], None], text: str) -> None:
        try:
            read(text)
        except TournamentError as error:
            raise self._error(error.reason) from None

    def _read_byes(self, line: str) -> None:
        mark = MARKS.get(line[4:5].upper())
        if mark is None or mark not in (Mark.FULL_BYE, Mark.HALF_BYE, Mark.ZERO_BYE):
            raise self._error(Sentence("{found} is no bye; there are F, H and Z", {"found": repr(line[4:5])}))
        round = self._whole(Sentence("round"), line[6:9], 1, MOST_ROUNDS)
        for word in line[9:].split():
            self._byes.append((self._number, round, self._whole(Sentence("player"), word, 1, MOST_PLAYERS), mark))

    def _read_away(self, line: str) -> None:
        self._away += [
            (self._number, self._whole(Sentence("player"), word, 1, MOST_PLAYERS)) for word in line[3:].split()
        ]

    def _read_acceleration(self, line: str) -> None:
        self._accelerated = True

    def _read_forbidden(self, line: str) -> None:
        first = self._whole(Sentence("first round"), line[4:7], 1, MOST_ROUNDS)
        last = self._whole(Sentence("last round"), line[8:11], first, 999)
        self._forbid(line[11:], first, last)

    def _read_forbidden_pair(self, line: str) -> None:
        self._forbid(line[3:], 1, 0)

    def _forbid(self, text: str, first: int, last: int) -> None:
        players = tuple(self._whole(Sentence("player"), word, 1, MOST_PLAYERS) for word in text.split())
        self._forbidden.append((self._number, ForbiddenPairing(players, first, last)))

    def _refuse_abnormal(self, line: str) -> None:
        raise self._error(Sentence("points that do not follow from results (299) are not supported"))

    # ---- the whole ---------------------------------------------------------------------------------------------------

    def report(self) -> Report:
        """Everything that was read, if it fits together."""
        if not self._players:
            raise TrfError(Sentence("there is no line of a player (001): expected a tournament report file (TRF)"))
        paired = _paired(self._entries.values())
        report = Report(
            self._table(paired, self._points_of_results()),
            self._headers,
            self._persons,
            self._rounds,
            self._initial,
            accelerated=self._accelerated,
        )
        self._expect_room(paired)
        self._note_byes(report, paired)
        if not self._worth.is_said:
            report = as_claimed(report, self._claims, partial(self._table, paired))
        self._expect_claims(report)
        self._note_forbidden(report)
        return report

    def _table(self, paired: int, points: Points) -> Crosstable:
        if not points.win > points.draw >= points.loss:
            values = {name: f"{getattr(points, name):g}" for name in ("win", "draw", "loss")}
            raise TrfError(Sentence("a win is worth {win}, a draw {draw} and a loss {loss} points", values))
        players = [self._players[id] for id in self._numbered]
        try:
            return Crosstable(players, {id: each[:paired] for id, each in self._entries.items()}, points, paired)
        except Contradiction as error:
            raise TrfError(error.reason, self._lines[error.player]) from None

    @property
    def _numbered(self) -> Sequence[int]:
        """The starting numbers in the order of the pairing numbers."""
        if self._in_order:
            return list(self._players)
        return sorted(self._players)

    def _points_of_results(self) -> Points:
        try:
            return self._worth.points()
        except TournamentError as error:
            raise TrfError(error.reason) from None

    def _expect_room(self, paired: int) -> None:
        if self._rounds and paired > self._rounds:
            values = {"paired": paired, "rounds": self._rounds}
            raise TrfError(Sentence("{paired} rounds have been paired, and the tournament has {rounds}", values))

    def _expect_claims(self, report: Report) -> None:
        """The points that are written are those that follow from the results."""
        if id := misclaimed(report, self._claims):
            values = {"player": id, "points": f"{report.table.score(id):g}", "written": f"{self._claims[id]:g}"}
            reason = Sentence("player {player} has {points} points by the results, and {written} are written", values)
            raise TrfError(reason, self._lines[id])

    def _note_byes(self, report: Report, paired: int) -> None:
        announced = [
            (self._lines[id], number, id, entry.mark)
            for id, entries in self._entries.items()
            for number, entry in enumerate(entries[paired:], paired + 1)
        ]
        for line, round, id, mark in [*announced, *self._byes]:
            self._expect_player(id, line)
            if round > paired:
                report.byes.setdefault(round, {})[id] = mark
        for line, id in self._away:
            self._expect_player(id, line)
            report.byes.setdefault(paired + 1, {}).setdefault(id, Mark.ZERO_BYE)

    def _note_forbidden(self, report: Report) -> None:
        for line, forbidden in self._forbidden:
            for id in forbidden.players:
                self._expect_player(id, line)
            report.forbidden.append(forbidden)

    # ---- values ------------------------------------------------------------------------------------------------------

    def _expect_player(self, id: int, line: int) -> None:
        if id not in self._players:
            raise TrfError(Sentence("there is no player {player}", {"player": id}), line)

    def _whole(self, name: Sentence, text: str, least: int, most: int) -> int:
        word = text.strip()
        if not (word.isascii() and word.isdigit() and least <= int(word) <= most):
            values = {"name": name, "found": repr(word[:20]), "least": least, "most": most}
            raise self._error(Sentence("the {name} is {found}: expected a whole number from {least} to {most}", values))
        return int(word)

    def _points(self, text: str) -> float:
        try:
            return points_in(text)
        except TournamentError as error:
            raise self._error(error.reason) from None

    def _error(self, reason: Sentence) -> TrfError:
        return TrfError(reason, self._number)


def _in_columns(line: str) -> str:
    """A player's line whose columns are characters. Some programs count bytes, of which a letter may have two."""
    if line.isascii() or _is_aligned(line):
        return line
    data = line.encode()
    name = data[NAME].decode(errors="ignore").ljust(NAME.stop - NAME.start)
    text = data[: NAME.start].decode(errors="replace") + name + data[NAME.stop :].decode(errors="replace")
    if _is_aligned(text):
        return text
    return line


def _is_aligned(line: str) -> bool:
    return all(line[column : column + 1] in ("", " ") for column in GAPS)


def _rounds(line: str) -> list[str]:
    """The columns of each round, up to the last one that says anything."""
    text = line[ROUNDS].rstrip()
    return [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)][:MOST_ROUNDS]


def _paired(players: Collection[Sequence[RoundEntry]]) -> int:
    """The last round that was paired: in which somebody took part, or for which something is written for everybody.
    Byes of some players for later ones may have been announced."""
    complete = min(map(len, players))
    return max([complete, *map(_last_paired, players)])


def _last_paired(entries: Iterable[RoundEntry]) -> int:
    """The last round in which a player took part in the pairing."""
    return max((number for number, entry in enumerate(entries, 1) if entry.opponent or _is_allocated(entry)), default=0)


def _is_allocated(entry: RoundEntry) -> bool:
    """Whether the pairing gave it. Without an opponent it may still be wrong; the cross-table checks that."""
    return entry.mark in PLAYED | FORFEITS or entry.mark is Mark.PAIRING_BYE
