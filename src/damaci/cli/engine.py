"""`damaci engine`: the engine as a process on standard input and output, for programs that speak the Hub protocol."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from damaci.cli.tables import tables_for, tables_option

LONGEST_LINE = 1 << 20


@click.command()
@tables_option
def engine(tables: Path | None) -> None:
    """Speak Hub version 2, the draughts world's engine protocol, on standard input and output.

    The documentation (The engine) says how positions and moves are written for 64 squares.
    """
    from damaci.hub.server import Server

    server = Server(lambda line: print(line, flush=True), lambda ruleset: tables_for(tables, ruleset))
    server.run(lines())
    if server.failed:
        raise server.failed


def lines() -> Iterator[str]:
    """The lines of standard input, whatever bytes they hold. A line that is too long comes in parts."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE):
        yield line.decode("utf-8", "replace")
