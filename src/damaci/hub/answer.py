"""The reports of an engine while it searches, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from damaci.board.move import Move
from damaci.engine.analysis import Analysis, Score
from damaci.hub.board import write_move
from damaci.hub.line import HubLine
from damaci.hub.squares import Squares

_WIN = 10_000
"""In centimen: a win in n plies is written as this number minus n; scores within 1,000 of it are wins."""


@dataclass(frozen=True, slots=True)
class Info:
    """The progress of a search; None for what the engine does not report."""

    depth: int | None
    score: Score | None
    """As the side to move sees it."""
    nodes: int | None
    seconds: float | None
    pv: tuple[str, ...]
    """In the engine's own notation."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The move that an engine plays."""

    move: Move
    ponder: Move | None
    """The reply that it expects, if it reports one."""
    info: Info | None
    """Its last report before the answer."""


def write_info(found: Analysis, squares: Squares = Squares.NUMBERS) -> HubLine:
    """The `info` line for the analysis of a depth."""
    pv = " ".join(write_move(move, squares) for move in found.lines[0].pv)
    speed = found.nodes / max(found.seconds, 1e-6) / 1e6
    fields = {
        "depth": str(found.depth),
        "score": f"{_men(found.score):.2f}",
        "nodes": str(found.nodes),
        "time": f"{found.seconds:.3f}",
    }
    return HubLine("info", fields | {"nps": f"{speed:.2f}", "pv": pv})


def read_info(arguments: Mapping[str, str]) -> Info:
    """The report in the arguments of `info`; values that cannot be read are None."""
    return Info(
        _whole(arguments.get("depth", "")),
        _score(arguments.get("score", "")),
        _whole(arguments.get("nodes", "")),
        _number(arguments.get("time", "")),
        tuple(arguments.get("pv", "").split()),
    )


def _men(score: Score) -> float:
    if score.win is not None:
        return (_WIN - score.win) / 100
    if score.loss is not None:
        return (score.loss - _WIN) / 100
    return (score.cp or 0) / 100


def _score(text: str) -> Score | None:
    men = _number(text)
    if men is None:
        return None
    centimen = round(men * 100)
    plies = _WIN - abs(centimen)
    if not 0 <= plies < 1000:
        return Score(cp=centimen)
    if centimen > 0:
        return Score(win=plies)
    return Score(loss=plies)


def _whole(text: str) -> int | None:
    value = _number(text)
    if value is None:
        return None
    return int(value)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    if isfinite(value):
        return value
    return None
