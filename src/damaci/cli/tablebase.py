"""`damaci tablebase`: makes endgame tables, looks positions up in them, and counts how they end."""

import shutil
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import click

from damaci import machine
from damaci.board.position import Position
from damaci.cli.folder import Folder
from damaci.cli.options import json_option, ruleset_option
from damaci.cli.positions import FROM_STDIN, Answer, answer_lines, print_json, read_position
from damaci.cli.progress import progress
from damaci.cli.remote_tables import TablesAt
from damaci.cli.tables import default_folder, make_small
from damaci.errors import TablebaseError
from damaci.game.game import Game
from damaci.machine import cores
from damaci.rules.endings import OneEach
from damaci.tablebase import Material, Plan, Probe, Tables, Terms, build
from damaci.tablebase.by_parts import BuildStep, build_by_parts, memory_by_parts
from damaci.tablebase.price import Price

AnyTables = Tables | TablesAt
MEGABYTE = 1 << 20
DEFAULT_PIECES = 4
RESULTS = {1: "win", 0: "draw", -1: "loss"}

dir_option = click.option("--dir", "folder", type=Folder(), help="Where tables are kept.")
one_each_option = click.option(
    "--one-each",
    type=click.Choice([each.value for each in OneEach]),
    help="What one piece each means; the ruleset's own reading if not given.",
)
pieces_option = click.option(
    "--pieces", type=click.IntRange(2, 6), show_default="4", help="On the whole board, at most."
)
material_option = click.option(
    "--material", help="One material, such as KKKvKK or KMvMM, and all that it can turn into, in place of --pieces."
)


@click.group()
def tablebase() -> None:
    """Endgame tables: who wins each position with few pieces, and in how many plies."""


@tablebase.command("build")
@pieces_option
@material_option
@ruleset_option
@one_each_option
@click.option(
    "--threads", type=click.IntRange(1, 256), default=cores, show_default="one a core", help="Threads to use."
)
@click.option(
    "--memory", type=click.IntRange(1), help="Megabytes that it may take; half of this machine's unless given."
)
@dir_option
def make(
    pieces: int | None,
    material: str | None,
    ruleset: str,
    one_each: str | None,
    threads: int,
    memory: int | None,
    folder: Path | None,
) -> None:
    """Make all tables of up to so many pieces, or of one material, that are not there yet.

    It can be interrupted at any time and goes on where it was. A second pass checks every outcome before it is written.
    Where memory is too small for whole tables, they are made part by part; the files are the same.
    """
    where = folder or default_folder()
    plan = read_plan(pieces, material, read_terms(ruleset, one_each))
    click.echo(f"{Price.of(plan)}, in {where}", err=True)
    make_missing(plan, where, threads, memory)
    click.echo(f"All tables of {plan.name} are there.", err=True)


@tablebase.command()
@pieces_option
@material_option
@ruleset_option
@one_each_option
@json_option
def price(pieces: int | None, material: str | None, ruleset: str, one_each: str | None, as_json: bool) -> None:
    """Say what tables cost before they are made: outcomes, memory, disk and processor time."""
    found = Price.of(read_plan(pieces, material, read_terms(ruleset, one_each)))
    if as_json:
        print_json(asdict(found))
    else:
        click.echo(found)


@tablebase.command()
@click.argument("fen")
@ruleset_option
@one_each_option
@click.option("--dir", "folder", type=Folder(exists=True), help="Where tables are kept.")
@click.option(
    "--address", help="Of tables on a file server, of which only the needed blocks are read, in place of --dir."
)
@json_option
def probe(
    fen: str, ruleset: str, one_each: str | None, folder: Path | None, address: str | None, as_json: bool
) -> None:
    """Look a position up: who wins, in how many plies, and what each move leads to."""
    choice = ChosenTables(folder, address, one_each)
    choice.tables(ruleset)
    if fen == FROM_STDIN:
        answer_lines(ruleset, choice.answer)
        return
    answer = choice.answer(read_position(fen, ruleset))
    if as_json:
        print_json(answer)
        return
    click.echo(f"{probe_text(answer)} for the side to move")
    for move in answer["moves"]:
        click.echo(f"  {move['text']:<12} {probe_text(move)}")


@tablebase.command()
@click.argument("material")
@ruleset_option
@one_each_option
@dir_option
@json_option
def stats(material: str, ruleset: str, one_each: str | None, folder: Path | None, as_json: bool) -> None:
    """Count how all positions of a material end, such as KKvK or KMvM, with the side named first to move.

    Tables that are missing are made first.
    """
    wanted = Material.parse(material)
    where = folder or default_folder()
    terms = read_terms(ruleset, one_each)
    plan = Plan.of(wanted, terms)
    if plan.missing(where):
        make_missing(plan, where, cores(), None)
    counts = Tables(where, terms).materials[wanted]
    if as_json:
        print_json({**counts})
        return
    for name in ("win", "draw", "loss"):
        click.echo(f"{name:<5} {counts[name]:>14,} {100 * counts[name] / counts['positions']:6.2f} %")
    click.echo(f"longest win: {counts['longest_win']} plies")


# ---- what they share -------------------------------------------------------------------------------------------------


def read_terms(ruleset: str, one_each: str | None) -> Terms:
    """The ruleset's own terms, or those with another reading of one piece each. Raises UnknownRuleset."""
    return Terms.of(ruleset).read_as(one_each)


def read_plan(pieces: int | None, material: str | None, terms: Terms) -> Plan:
    """The plan for --pieces or --material. Raises UsageError if both are given, and TablebaseError."""
    if material is None:
        return Plan.up_to(pieces or DEFAULT_PIECES, terms)
    if pieces is not None:
        raise click.UsageError("--pieces and --material: expected one of them")
    return Plan.of(Material.parse(material), terms)


class ChosenTables:
    """The tables of every ruleset that is asked for; each is opened once."""

    def __init__(self, folder: Path | None, address: str | None, one_each: str | None) -> None:
        self._folder = folder
        self._address = address
        self._one_each = one_each
        self._opened: dict[str, AnyTables] = {}

    def tables(self, ruleset: str) -> AnyTables:
        """Raises UsageError, UnknownRuleset, TablebaseError."""
        if ruleset not in self._opened:
            terms = read_terms(ruleset, self._one_each)
            self._opened[ruleset] = choose_tables(self._folder, self._address, terms)
        return self._opened[ruleset]

    def answer(self, position: Position) -> Answer:
        """What the tables tell of a position. Raises TablebaseError."""
        return position_json(self.tables(position.ruleset.name), position)


def choose_tables(folder: Path | None, address: str | None, terms: Terms) -> AnyTables:
    """The tables in a folder or at an address. Raises UsageError if both are given, and TablebaseError."""
    if address is None:
        return open_tables(folder, terms)
    if folder is not None:
        raise click.UsageError("--dir and --address: expected one of them")
    return TablesAt(address, terms)


def open_tables(folder: Path | None, terms: Terms) -> Tables:
    """Opens tables; makes missing small ones first."""
    where = folder or default_folder()
    make_small(where, terms)
    return Tables(where, terms)


def make_missing(plan: Plan, folder: Path, threads: int, memory: int | None) -> None:
    """Makes missing tables whole or, if memory is too small for that, part by part. `memory`: megabytes, as
    `allowed_memory` takes them. Raises TablebaseError when memory or disk are too small even for parts."""
    allowed = allowed_memory(memory)
    total = sum(plan.cost(pair) for pair in plan.missing(folder))
    if plan.memory <= allowed:
        expect_disk(plan, folder)
        made = (BuildStep(pair, plan.cost(pair)) for pair in build(folder, plan, threads))
        show("making tables", made, total)
        return
    expect_memory(memory_by_parts(plan), allowed)
    expect_disk(plan, folder)
    show("making tables part by part", build_by_parts(folder, plan, threads), total)


def allowed_memory(megabytes: int | None) -> int:
    """The bytes that may be used: those megabytes, or half of this machine's memory."""
    if megabytes:
        return megabytes * MEGABYTE
    return machine.memory() // 2


def expect_memory(needed: int, allowed: int) -> None:
    """Raises TablebaseError when more bytes are needed than are allowed."""
    if needed > allowed:
        raise TablebaseError(
            f"{needed / MEGABYTE:,.0f} MB of memory are needed, {allowed / MEGABYTE:,.0f} allowed: see --memory"
        )


def expect_disk(plan: Plan, folder: Path) -> None:
    """Raises TablebaseError when the disk has too little room."""
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if plan.disk > free:
        raise TablebaseError(
            f"up to {plan.disk / MEGABYTE:,.0f} MB of disk are needed, {free / MEGABYTE:,.0f} are free in {folder}"
        )


def show(what: str, steps: Iterable[BuildStep], total: int) -> None:
    """The progress of a work, on standard error. The unit is an outcome, of which every table takes about as long."""
    done = 0
    with progress(what, total) as tell:
        for step in steps:
            done += step.outcomes
            tell(done, f"{step.made} made")


def position_json(tables: AnyTables, position: Position) -> Answer:
    """For scripts."""
    found = tables.probe(position)
    if found is None:
        raise TablebaseError(why_unknown(position))
    moves = [{"text": position.text(move), **probe_json(after)} for move, after in tables.moves(position).items()]
    return {"fen": position.fen, "ruleset": position.ruleset.name, **probe_json(found), "moves": moves}


def why_unknown(position: Position) -> str:
    """Why no table has a position, and what to do."""
    if outcome := Game(position.ruleset, position.fen).outcome():
        return f"in {position.fen} the game is over: {outcome}"
    return f"no table tells of {position.fen}: make them by `damaci tablebase build --pieces N`"


def probe_json(found: Probe) -> Answer:
    """From the side that is, or was, to move."""
    return {"result": RESULTS[found.result], "plies": found.plies}


def probe_text(answer: Answer) -> str:
    """For people."""
    if answer["plies"] is None:
        return str(answer["result"])
    return f"{answer['result']} in {answer['plies']}"
