"""`damaci convert`: games and positions from one format to another."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO

import click

from damaci.cli.formats import READ, WRITTEN, Games, read, write
from damaci.cli.main import complain
from damaci.cli.options import ruleset_option
from damaci.errors import DamaciError
from damaci.notation.pdn import PdnGame
from damaci.notation.target import complete
from damaci.rules.catalogue import ruleset as find_ruleset

STREAM = "-"
LARGE = 4_000_000
"""Bytes from which on a file gets a progress bar."""


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "source_format", type=click.Choice(READ), help="Format of IN, if its name does not tell.")
@click.option("--to", "target_format", type=click.Choice(WRITTEN), help="Format of OUT, if its name does not tell.")
@click.option("--game", "number", type=click.IntRange(1), help="Only this game of IN; the first is 1.")
@click.option("--ply", type=click.IntRange(0), help="FEN and SVG: the position after this many moves, not the last.")
@click.option("--skip-bad", is_flag=True, help="Report games that cannot be read, and go on.")
@click.option("--strict", is_flag=True, help="Refuse PDN that is understood, but not right, instead of a warning.")
@ruleset_option
def convert(
    source: str,
    target: str,
    source_format: str | None,
    target_format: str | None,
    number: int | None,
    ply: int | None,
    skip_bad: bool,
    strict: bool,
    ruleset: str,
) -> None:
    """Convert IN (PDN, FEN, JSON or JSON Lines) to OUT (the same, or SVG); `-` is a stream.

    The formats follow from the names' endings: .pdn, .fen, .json, .jsonl, .svg. --ruleset is for games that do not
    name theirs. OUT is complete, or left as it was.
    """
    reads = source_format or format_of(source, READ, "--from")
    writes = target_format or format_of(target, WRITTEN, "--to")
    if ply is not None and writes not in ("fen", "svg"):
        raise click.UsageError(f"--ply is for FEN and SVG, not for {writes}")
    rules = find_ruleset(ruleset).name
    bad: list[DamaciError] = []

    def skip(error: DamaciError) -> None:
        bad.append(error)
        complain(f"{source_name(source)}: {error}")

    with opened(source) as stream:
        games = located(source_name(source), read(stream, reads, rules, skip if skip_bad else None, strict=strict))
        if number:
            games = one_game(games, number)
        counted = CountedGames(games)
        with written(target) as out:
            write(counted, out, writes, rules, ply)
    if bad:
        complain(f"{len(bad)} left out, {counted.count} converted")


def source_name(name: str) -> str:
    """A file's name in messages."""
    if name == STREAM:
        return "standard input"
    return name


def format_of(name: str, known: tuple[str, ...], option: str) -> str:
    """The format by the ending of a file's name."""
    ending = Path(name).suffix.removeprefix(".").lower()
    if ending not in known:
        raise click.UsageError(f"cannot tell the format of {name!r}: give {option}, one of {', '.join(known)}")
    return ending


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input; for a large file a progress bar is shown on a terminal."""
    if name == STREAM:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115  # closed below
    except OSError as error:
        raise DamaciError(f"{name}: {error.strerror}") from None
    with stream:
        size = Path(name).stat().st_size
        if size < LARGE or not sys.stderr.isatty():
            yield stream
            return
        from rich.console import Console
        from rich.progress import wrap_file

        with wrap_file(
            stream, size, description=Path(name).name, console=Console(stderr=True), transient=True
        ) as watched:
            yield watched


def located(name: str, games: Games) -> Games:
    """The games; errors say in which file, and so do their warnings on standard error."""
    try:
        for game in games:
            for warning in game.warnings:
                complain(f"{name}: {warning} (warning)")
            yield game
    except DamaciError as error:
        raise DamaciError(f"{name}: {error}") from None


class CountedGames:
    """Games that are counted while they are iterated over."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.count = 0

    def __iter__(self) -> Iterator[PdnGame]:
        for game in self.games:
            self.count += 1
            yield game


def one_game(games: Games, number: int) -> Games:
    """Only the game of that number."""
    count = 0
    for count, game in enumerate(games, 1):
        if count == number:
            yield game
            return
    raise DamaciError(f"there is no game {number}: the last is game {count}")


@contextmanager
def written(name: str) -> Iterator[IO[str]]:
    """Standard output, or a file."""
    if name == STREAM:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        yield sys.stdout
        return
    try:
        with complete(name) as out:
            yield out
    except OSError as error:
        raise DamaciError(f"{name}: {error.strerror}") from None
