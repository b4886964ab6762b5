"""Tournament report files as the commands read them."""

from functools import partial
from typing import BinaryIO, Literal

import click

from damaci.errors import DamaciError
from damaci.tournament.trf import Report, TrfError, read_trf

System = Literal["dutch", "round-robin"]

LARGEST = 32 * 2**20
"""Bytes of a file: 9,999 players over 200 rounds take 20 MB."""

report_argument = click.argument("file", type=click.File("rb"))
system_option = partial(
    click.option, "--system", type=click.Choice(["dutch", "round-robin"]), show_default="as the file says"
)
"""Without this option, see `system_of`."""


def system_of(report: Report) -> System:
    """How the file says that its tournament is paired; without a word, as a Swiss one."""
    if report.system == "round-robin":
        return "round-robin"
    return "dutch"


def read_report(file: BinaryIO) -> Report:
    """The tournament in a file. Raises DamaciError, which names the file."""
    name = getattr(file, "name", "<stdin>")
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise DamaciError(f"{name}: larger than {LARGEST // 2**20} MB")
    try:
        return read_trf(data)
    except TrfError as error:
        raise DamaciError(f"{name}, {error}" if error.line else f"{name}: {error}") from None
