"""Tunes the numbers of the search by SPSA: in each step the engine plays two games against itself from one opening."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from damaci.engine import Limits
from damaci.match.openings import Opening, generate
from lab.contestant import Contestant, play_twice
from lab.files import About
from lab.parameters import RANGES
from lab.run_record import read_record, write_record
from lab.spsa import Perturbation, Spsa
from lab.work import Workers

KIND = "tuning"
SAVED_EVERY = 5.0
"""Seconds between two saves."""
OPENINGS = 400
"""The number of different openings. After the last one, the first is used again."""


@dataclass(frozen=True, slots=True)
class Step:
    """A job: two games between the sides of a perturbation."""

    perturbation: Perturbation
    opening: Opening
    weights: bytes | None
    limits: Limits


def play_step(step: Step) -> tuple[Perturbation, int]:
    """The perturbation, and the number of games that its `plus` side won minus the number that it lost: -2 to 2."""
    plus, minus = (Contestant(step.weights, each) for each in (step.perturbation.plus, step.perturbation.minus))
    return step.perturbation, play_twice(step.opening, plus, minus, step.limits) - 2


@dataclass
class Tuning:
    """A tuning that is saved in `record`, from which an interrupted one continues."""

    ruleset: str
    weights: bytes | None
    limits: Limits
    record: Path
    about: About
    """Identifies the tuning. A record with another `about` is refused."""
    spsa: Spsa
    seed: int = 0
    done: int = field(default=0, init=False)
    """Finished steps."""

    def __post_init__(self) -> None:
        """Raises LabError if `record` exists and is not a record of this tuning."""
        if self.record.exists():
            self.done, self.spsa.values = read_record(self.record, KIND, _parsed, self.about)

    def run(self, workers: Workers) -> Iterator[int]:
        """Plays the steps that are left. Yields the number of finished steps."""
        self._save()  # if this fails, no time is spent on games
        saved = monotonic()
        with closing(workers.run(play_step, self._jobs())) as results:
            try:
                for perturbation, result in results:
                    self.spsa.update(perturbation, result)
                    self.done += 1
                    if monotonic() - saved > SAVED_EVERY:
                        self._save()
                        saved = monotonic()
                    yield self.done
            finally:
                self._save()

    def _jobs(self) -> Iterator[Step]:
        openings = generate(self.ruleset, min(OPENINGS, self.spsa.steps), self.seed)
        for step in range(self.done + 1, self.spsa.steps + 1):
            random = Random(f"step {step} {self.seed}")
            opening = openings[step % len(openings)]
            yield Step(self.spsa.perturb(step, random), opening, self.weights, self.limits)

    def _save(self) -> None:
        saved = {"done": self.done, "values": self.spsa.values, "parameters": self.spsa.rounded()}
        write_record(self.record, KIND, self.about, saved)


def read_parameters(record: Path) -> dict[str, int]:
    """The numbers of a record, rounded. Raises LabError if the file is not a record, and OSError."""
    _, values = read_record(record, KIND, _parsed)
    return {name: round(value) for name, value in values.items()}


def _parsed(found: Mapping[str, Any]) -> tuple[int, dict[str, float]]:
    """The number of finished steps, and the tuned numbers."""
    done = found["done"]
    if not isinstance(done, int):
        raise TypeError(done)
    return done, {name: RANGES[name].clip(float(value)) for name, value in found["values"].items()}
