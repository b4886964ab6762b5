"""How far a command has come, on standard error."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress() -> Progress:
    """A bar for one task, whose description says what has been found so far."""
    columns = (TextColumn("{task.fields[what]}"), BarColumn(bar_width=12), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, TextColumn("{task.description}"), console=Console(stderr=True))
