"""Reads the positions that a user types or pipes in, and answers them in JSON."""

import json
import sys
from collections.abc import Callable
from typing import Any

from damaci.board.position import Position
from damaci.errors import DamaciError

Answer = dict[str, Any]

FROM_STDIN = "-"
START = "start"


def read_position(fen: str, ruleset: str) -> Position:
    """The position of a FEN, or the start position for the word `start`. Raises a DamaciError."""
    if fen == START:
        return Position.start(ruleset)
    return Position.from_fen(fen, ruleset)


def print_json(answer: Answer) -> None:
    """One line of JSON, sent at once."""
    print(json.dumps(answer), flush=True)


def answer_lines(ruleset: str, answer: Callable[[Position], Answer]) -> None:
    """Answers each line of standard input, `FEN` or `RULESET<TAB>FEN`, by a line of JSON; a bad line by its error, and
    the rest go on."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            print_json(answer(read_line(line, ruleset)))
        except DamaciError as error:
            print_json({"error": f"line {number}: {error}"})


def read_line(line: bytes, ruleset: str) -> Position:
    """The position that a line of standard input gives."""
    try:
        text = line.decode("utf-8-sig").strip("\r\n")
    except UnicodeDecodeError as error:
        raise DamaciError(f"not UTF-8 text: {error.reason} at byte {error.start + 1}") from error
    named, tab, fen = text.partition("\t")
    if tab:
        return read_position(fen, named)
    return read_position(text, ruleset)
