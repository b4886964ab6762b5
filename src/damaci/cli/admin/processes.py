"""`damaci admin`: the processes of the server."""

import time

import click

from damaci.cli.admin.group import admin, administer, answer, answer_list, why_option
from damaci.cli.options import json_option
from damaci.online.moments import moment
from damaci.store.processes import Process


@admin.command("processes")
@json_option
def list_processes(as_json: bool) -> None:
    """List the processes that serve these games."""
    found = administer(lambda operator: operator.processes())
    answer_list("processes", found, as_json, [_line(process) for process in found], "no process serves these games")


def _line(process: Process) -> str:
    state = "draining" if process.draining else "serving "
    where = f"process {process.process} on {process.host}"
    seen = f"seen {max(0, time.time() - process.seen):.0f} s ago"
    return f"{process.id}  {state}  {where}  since {moment(process.started)}  {seen}"


@admin.command()
@click.argument("process")
@why_option
@json_option
def drain(process: str, why: str, as_json: bool) -> None:
    """End a process without loss, by its id in `damaci admin processes`.

    It takes no new games and connections, sends its players to the other processes, and exits.
    """
    administer(lambda operator: operator.drain(process, why))
    answer({"id": process, "draining": True}, as_json, f"{process} will drain")
