"""The output and exit status of a run of the command."""

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
        """The only JSON document on standard output."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON documents on standard output, one from each line."""
        return [json.loads(line) for line in self.out.splitlines()]


Cli = Callable[..., Done]


def complaint(done: Done) -> str:
    """The message of a command about bad input. It has to be one line on standard error, with nothing on standard
    output and exit status 2."""
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    return done.err
