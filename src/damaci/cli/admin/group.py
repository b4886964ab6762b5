"""The group of an operator's commands, the store that they work on, and how they answer."""

import asyncio
import getpass
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from damaci.errors import DamaciError
from damaci.online.moderation import Moderation
from damaci.online.moments import moment
from damaci.online.settings import OnlineSettings, load
from damaci.store import Store, StoreError

T = TypeVar("T")


class CannotAdminister(DamaciError):
    """The store cannot be used; the text says why."""


@click.group()
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The TOML file of the server."
)
@click.pass_context
def admin(ctx: click.Context, config: Path | None) -> None:
    """What operators do: players, bans, announcements, processes, reports.

    Works on the database of the server, which may be running, by the same settings: those of the file and of variables
    such as DAMACI_DATABASE. Every act is written to the audit log.
    """
    ctx.obj = load(os.environ, config)


why_option = click.option("--why", default="", help="The reason, for the audit log.")


def given_settings() -> OnlineSettings:
    """The settings of the running command."""
    settings = click.get_current_context().obj
    assert isinstance(settings, OnlineSettings)
    return settings


def with_store(act: Callable[[Store], Awaitable[T]]) -> T:
    """Runs `act` on the store of the settings. Raises DamaciError."""

    async def run() -> T:
        store = await Store(given_settings().place).open_existing()
        try:
            return await act(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except StoreError as error:
        raise CannotAdminister(str(error)) from error


def administer(act: Callable[[Moderation], Awaitable[T]]) -> T:
    """Runs `act` in the name of this machine's user. Raises DamaciError."""
    return with_store(lambda store: act(Moderation(store, operator())))


def operator() -> str:
    """This user, as the audit log names an operator at the command line."""
    try:
        user = getpass.getuser()
    except OSError:  # a container's user may have no name
        user = str(os.getuid())
    return f"{user}@{socket.gethostname()}"


def answer(value: Any, as_json: bool, line: str) -> None:
    """Prints what was done: a JSON document, or a line."""
    if as_json:
        click.echo(msgspec.json.encode(value).decode())
    else:
        click.echo(line)


def answer_list(name: str, values: Any, as_json: bool, lines: list[str], nothing: str) -> None:
    """Prints a list: a JSON document with the list under its name, or a line for each."""
    if as_json:
        click.echo(msgspec.json.encode({name: list(values)}).decode())
        return
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo(nothing, err=True)


def until(at: float | None) -> str:
    """The end of something, as operators read it."""
    if at is None:
        return "for ever"
    return f"until {moment(at)}"


def because(text: str) -> str:
    """A text after a colon, if there is one."""
    if text:
        return f": {text}"
    return ""
