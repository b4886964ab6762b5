"""The parameters of our engine."""

from collections.abc import Iterator
from dataclasses import dataclass

from damaci import machine
from damaci.arguments import MOST_MEGABYTES, MOST_THREADS
from damaci.engine.contempt import CONTEMPT, MOST_CONTEMPT
from damaci.engine.levels import LEVELS, Level, level
from damaci.engine.style import STYLES
from damaci.errors import DamaciError
from damaci.hub.line import HubLine
from damaci.hub.squares import Squares
from damaci.rules.catalogue import RULESETS

FULL_STRENGTH = "full"
NO_STYLE = "none"


@dataclass(slots=True)
class WordParameter:
    """A parameter whose value is one of several words."""

    value: str
    values: tuple[str, ...]

    def declared(self) -> dict[str, str]:
        """As the protocol declares it."""
        return {"value": self.value, "type": "enum", "values": " ".join(self.values)}

    def set(self, text: str) -> None:
        """Raises DamaciError and then keeps its value."""
        if text not in self.values:
            raise DamaciError(f"{text[:40]!r}: expected one of {', '.join(self.values)}")
        self.value = text


@dataclass(slots=True)
class Number:
    """A parameter whose value is a whole number within bounds."""

    value: int
    least: int
    most: int

    def declared(self) -> dict[str, str]:
        """As the protocol declares it."""
        return {"value": str(self.value), "type": "int", "min": str(self.least), "max": str(self.most)}

    def set(self, text: str) -> None:
        """Raises DamaciError and then keeps its value."""
        if not (text.isascii() and text.isdigit() and len(text) < 20 and self.least <= int(text) <= self.most):
            raise DamaciError(f"{text[:40]!r}: expected a whole number from {self.least} to {self.most}")
        self.value = int(text)


class Parameters:
    """Every parameter, with its value."""

    def __init__(self) -> None:
        self.variant = WordParameter("turkish", tuple(RULESETS))
        self.hash = Number(64, 1, max(64, min(MOST_MEGABYTES, machine.megabytes() // 2)))
        self.threads = Number(1, 1, MOST_THREADS)
        self.contempt = Number(CONTEMPT, 0, MOST_CONTEMPT)
        self.level = WordParameter(FULL_STRENGTH, (FULL_STRENGTH, *LEVELS))
        self.style = WordParameter(NO_STYLE, (NO_STYLE, *STYLES))
        self.seed = Number(0, 0, 2**31 - 1)
        self.squares = WordParameter(Squares.NUMBERS, tuple(Squares))

    def chosen_level(self) -> Level | None:
        """The level with its style; None for full strength, which has no style."""
        if self.level.value == FULL_STRENGTH:
            return None
        if self.style.value == NO_STYLE:
            return level(self.level.value)
        return level(f"{self.level.value}-{self.style.value}")

    def declared(self) -> Iterator[HubLine]:
        """The lines that declare the parameters."""
        for name, parameter in vars(self).items():
            yield HubLine("param", {"name": name} | parameter.declared())

    def set(self, name: str, text: str) -> None:
        """Raises DamaciError when there is no such parameter or value."""
        parameters = vars(self)
        if name not in parameters:
            raise DamaciError(f"set-param: no parameter {name[:40]!r}: expected one of {', '.join(parameters)}")
        try:
            parameters[name].set(text)
        except DamaciError as error:
            raise DamaciError(f"set-param: {name} is {error}") from None
