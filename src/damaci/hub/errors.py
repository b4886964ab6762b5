"""The faults of an engine; `kind` is a stable word for each."""

from typing import ClassVar

from damaci.errors import DamaciError


class HubError(DamaciError):
    """The base of all faults of an engine."""

    kind: ClassVar[str] = "failure"


class EngineDied(HubError):
    """The engine cannot be started, or has ended by itself."""

    kind = "crash"


class EngineSilent(HubError):
    """The engine has not answered in time, and has been killed."""

    kind = "time-out"


class IllegalAnswer(HubError):
    """The engine played a move that is not legal."""

    kind = "illegal-move"


class Nonsense(HubError):
    """The engine sent something that the protocol does not define."""

    kind = "nonsense"
