"""The rules under which tables are made."""

from dataclasses import dataclass, replace
from typing import Any, Self

from damaci import _kernel
from damaci.arguments import expect_kind, expect_whole, expect_word
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.endings import Endings, OneEach
from damaci.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Terms:
    """A ruleset's movement, and the draw rules that depend on material. Tables ignore draws by repetition or by
    counting moves."""

    ruleset: str
    one_each: OneEach
    kings_only_moves: int = 0
    """Moves of both players together, king against king."""

    def __post_init__(self) -> None:
        """Raises UnknownRuleset, BadArgument."""
        find_ruleset(self.ruleset)
        expect_kind("one_each", self.one_each, OneEach)
        expect_whole("kings_only_moves", self.kings_only_moves, 0)

    @classmethod
    def of(cls, ruleset: str | Ruleset, endings: Endings | None = None) -> Self:
        """The terms of a game: the ruleset's own endings unless others are given. Raises UnknownRuleset."""
        rules = find_ruleset(ruleset)
        endings = rules.endings if endings is None else expect_kind("endings", endings, Endings)
        return cls(rules.name, endings.one_each, endings.kings_only_moves)

    def read_as(self, one_each: OneEach | str | None) -> Self:
        """The same terms with another reading of one piece each; unchanged if none is given. Raises BadArgument."""
        if one_each is None:
            return self
        return replace(self, one_each=expect_word("one_each", one_each, OneEach))

    @property
    def folder(self) -> str:
        """The name of the folder for tables of these terms."""
        kings_only = f"-kings-only-{self.kings_only_moves}" if self.kings_only_moves else ""
        return f"{self.ruleset}-one-each-{self.one_each.value}{kings_only}"

    @property
    def header(self) -> dict[str, Any]:
        """The rules in the form in which a table's header has them."""
        movement = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in _kernel.movement(self.ruleset).items()
        }
        return {"movement": movement, "one_each": self.one_each.value, "kings_only_moves": self.kings_only_moves}

    def solver(self, threads: int) -> _kernel.Solver:
        """A solver that makes tables of these terms."""
        return _kernel.Solver(self.ruleset, self.one_each.value, self.kings_only_moves, threads)
