"""Options that several of the laboratory's commands have."""

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any

import click


class NumberRange(click.FloatRange):
    """A range of numbers. click lets pass what is no number, because it is neither too small nor too large."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """As click.FloatRange."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


file_path = click.Path(path_type=Path)
positive = click.IntRange(1, 2**31 - 1)
tables_option = click.option(
    "--tables",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Endgame tables in this folder are used; it has to be on every machine.",
)


def workers_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that choose where the jobs run."""
    workers = click.option(
        "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes of this machine."
    )
    ray = click.option(
        "--ray", metavar="ADDRESS", help="A Ray cluster to use instead; `local` starts a Ray with that many workers."
    )
    return workers(ray(command))
