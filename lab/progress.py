"""Progress bars on standard error."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress() -> Progress:
    """A bar for one task. The task's description is shown at its end."""
    columns = (TextColumn("{task.fields[what]}"), BarColumn(bar_width=12), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, TextColumn("{task.description}"), console=Console(stderr=True))
