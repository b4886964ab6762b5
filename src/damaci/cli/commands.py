"""The command `damaci`: alone it opens the app; its commands are imported only when they are asked for, so that each
starts fast."""

from importlib import import_module
from pathlib import Path

import click

from damaci.cli.folder import Folder

COMMANDS = (
    "admin",
    "analyse",
    "apply",
    "bench",
    "book",
    "convert",
    "doctor",
    "engine",
    "match",
    "moves",
    "pair",
    "perft",
    "play",
    "puzzle",
    "serve",
    "standings",
    "tablebase",
)


class Commands(click.Group):
    """A command called NAME is the function NAME in damaci.cli.NAME."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, for the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"damaci.cli.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As Click does, but the error for an unknown command lists the known ones."""
        if args[0] not in COMMANDS:
            raise click.UsageError(
                f"there is no command {args[0]!r}; there are {', '.join(COMMANDS)} (and --help)", ctx
            )
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the app; 0 takes any free one.")
@click.option(
    "--host",
    default="127.0.0.1",
    help="Address to listen on; by default only this machine reaches it.",
    show_default=True,
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--data-dir", type=Folder(), help="Where games are kept (see `damaci doctor`).")
@click.option(
    "--tables",
    type=click.IntRange(0, 6),
    default=4,
    show_default=True,
    help="Endgame tables of up to so many pieces are made in the background; 0 makes none.",
)
@click.version_option(package_name="damaci", message="damaci %(version)s")
@click.pass_context
def damaci(
    ctx: click.Context, port: int | None, host: str, no_browser: bool, data_dir: Path | None, tables: int
) -> None:
    """Turkish draughts: play it, analyse it, script it.

    Without a command the app opens in the browser; its address is the first line of output.
    """
    if ctx.invoked_subcommand is not None:
        refuse_app_options(ctx)
        return
    from damaci.cli.app import run

    run(port=port, host=host, browser=not no_browser, data_dir=data_dir, tables=tables)


def refuse_app_options(ctx: click.Context) -> None:
    """The app's options before a command would do nothing: say so."""
    for option in ctx.command.params:
        if option.name and ctx.get_parameter_source(option.name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{option.opts[0]} is for the app, not for the command {ctx.invoked_subcommand!r}", ctx
            )
