"""`damaci admin`: ratings, computed again from the event log."""

import time
from typing import Literal

import click
from rich.console import Console
from rich.progress import Progress

from damaci.cli.admin.group import admin, answer, operator, with_store
from damaci.cli.options import json_option
from damaci.errors import DamaciError
from damaci.store import Store
from damaci.store.audit import Act
from damaci.store.recount import Recounted

TRIES = 5
"""How often ratings are computed anew because games were counted meanwhile."""


class StillCounting(DamaciError):
    """The server counts games all the time: nothing was changed."""


@admin.command()
@click.option("--check", "way", flag_value="check", default="check", help="Compare only (the default).")
@click.option("--recompute", "way", flag_value="recompute", help="Replace what differs.")
@json_option
def ratings(way: Literal["check", "recompute"], as_json: bool) -> None:
    """Compute all ratings again from the event log, and compare them with those that are stored.

    The server may be running. Exits with 1 if something differs and is not replaced.
    """
    found = with_store(_WAYS[way])
    replaced = way == "recompute" and found.differences > 0
    told = {"games": found.games, "differences": found.differences, "named": found.named, "replaced": replaced}
    answer(told, as_json, "\n".join([*found.named, _line(found, replaced)]))
    if found.differences and not replaced:
        click.get_current_context().exit(1)


async def _check(store: Store) -> Recounted:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games counted again", total=None)

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return await store.recount.check(tell)


async def _recompute(store: Store) -> Recounted:
    for _ in range(TRIES):
        found = await _check(store)
        if not found.differences or await store.recount.repair(found, _act(found)):
            return found
    raise StillCounting("games are being counted all the time: try again, or during a maintenance")


def _act(found: Recounted) -> Act:
    detail = _differences(found)
    return Act(at=time.time(), who=operator(), what="ratings", on="", detail=detail, why="")


def _line(found: Recounted, replaced: bool) -> str:
    games = f"{found.games} rated games counted again from the log: "
    if not found.differences:
        return games + "every stored rating is right"
    if replaced:
        return f"{games}{_differences(found)}, replaced"
    return games + _differences(found)


def _differences(found: Recounted) -> str:
    if found.differences == 1:
        return "1 difference"
    return f"{found.differences} differences"


_WAYS = {"check": _check, "recompute": _recompute}
