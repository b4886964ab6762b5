"""What a tournament report file says."""

from dataclasses import dataclass, field
from typing import Literal

from damaci.sentence import Sentence
from damaci.tournament.crosstable import Color, Crosstable, Mark, Person, TournamentError

HEADERS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "type",
    "102": "chief arbiter",
    "112": "deputy arbiter",
    "122": "time control",
    "132": "dates",
    "192": "system",
}
"""The lines about the tournament that are kept as text, by their numbers."""
ROUNDS = slice(91, None)
"""Where the rounds begin in a player's line, ten columns each."""


@dataclass(frozen=True, slots=True)
class ForbiddenPairing:
    """Players who do not meet one another from the round `first` to `last`; `last` 0 has no end."""

    players: tuple[int, ...]
    first: int = 1
    last: int = 0

    def holds(self, round: int) -> bool:
        """Whether it does in that round."""
        return self.first <= round and (not self.last or round <= self.last)


@dataclass(slots=True)
class Report:
    """A tournament, as a file has it. The players' ids are their starting numbers."""

    table: Crosstable
    headers: dict[str, str] = field(default_factory=dict)
    """By the numbers of HEADERS; several lines of one number joined by line breaks."""
    persons: dict[int, Person] = field(default_factory=dict)
    rounds: int = 0
    """How many rounds the tournament has; 0 if the file does not say."""
    initial: Color | None = None
    """The colour that was drawn for the first player, if the file says it."""
    byes: dict[int, dict[int, Mark]] = field(default_factory=dict)
    """By round: who asked for a bye in a round that has not been paired yet."""
    forbidden: list[ForbiddenPairing] = field(default_factory=list)
    accelerated: bool = False

    @property
    def system(self) -> Literal["swiss", "round-robin", "knockout"]:
        """What the file calls itself; a Swiss tournament unless it says something else."""
        type = " ".join(self.headers.get(code, "") for code in ("092", "192")).casefold()
        if "robin" in type or "berger" in type:
            return "round-robin"
        if "knock" in type:
            return "knockout"
        return "swiss"

    @property
    def on(self) -> int:
        """How many games are not over."""
        rounds = [entry for player in self.table.players for entry in self.table.entries(player.id)]
        return sum(entry.mark is Mark.PENDING and entry.color == "white" for entry in rounds)

    def expect_results(self) -> None:
        """Raises TournamentError if a game is not over."""
        if self.on:
            raise TournamentError(f"no round can be paired yet: games without a result: {self.on}")

    def expect_no_acceleration(self) -> None:
        """Raises TournamentError if the file accelerates rounds."""
        if self.accelerated:
            raise TournamentError(Sentence("the file accelerates rounds (250 or XXA), which is not supported"))
