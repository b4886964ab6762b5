"""A line of the protocol: a command and its arguments, `level depth=8` or `set-param name=hash value=64`."""

import re
from dataclasses import dataclass, field

from damaci.errors import DamaciError

_COMMAND = re.compile(r"""\s*([^\s="]+)""")
_ARGUMENT = re.compile(r"""\s+(?P<name>[^\s="]+)(?:\s*=\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s="]*)))?(?=\s|$)""")
_PLAIN = re.compile(r"""[^\s="]+""")
ALWAYS_QUOTED = ("pv", "moves")
"""Other programs expect quotes around these values, even if a single move does not need them."""
LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class HubLine:
    """One message of the protocol.

    >>> print(HubLine("done", {"move": "41-33", "why": "it is forced"}))
    done move=41-33 why="it is forced"
    """

    command: str
    arguments: dict[str, str] = field(default_factory=dict)
    """Values by name; a flag has an empty value."""

    def __str__(self) -> str:
        return " ".join([self.command, *(_written(name, value) for name, value in self.arguments.items())])


def read_line(text: str) -> HubLine | None:
    """The line that a text means; None for an empty text. Spaces around `=` do not matter. Raises DamaciError.

    >>> read_line('pos  moves="41-33 10-18" infinite')
    HubLine(command='pos', arguments={'moves': '41-33 10-18', 'infinite': ''})
    """
    if not text.strip():
        return None
    command = _COMMAND.match(text)
    if not command:
        raise _error(text, 0, "a command")
    arguments = {}
    at = command.end()
    end = len(text.rstrip())
    while at < end:
        found = _ARGUMENT.match(text, at)
        if not found:
            raise _error(text, at, "name=value, the value in double quotes if it holds spaces")
        arguments[found["name"]] = found["quoted"] or found["plain"] or ""
        at = found.end()
    return HubLine(command[1], arguments)


def _error(text: str, at: int, expected: str) -> DamaciError:
    rest = text[at:].strip()
    shown = rest if len(rest) <= LONGEST_SHOWN else rest[:LONGEST_SHOWN] + " ..."
    return DamaciError(f"character {at + 1}: expected {expected}, found {shown!r}")


def _written(name: str, value: str) -> str:
    """An argument as text. Double quotes and line breaks are replaced, because the protocol cannot have them in a
    value."""
    if not value:
        return name
    value = " ".join(value.replace('"', "'").split())
    if _PLAIN.fullmatch(value) and name not in ALWAYS_QUOTED:
        return f"{name}={value}"
    return f'{name}="{value}"'
