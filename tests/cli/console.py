"""What a run of the command left behind."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """One JSON document a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Cli = Callable[..., Done]


def complaint(done: Done) -> str:
    """What a command said about bad input: one line on standard error, nothing on standard output, exit status 2."""
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    return done.err
