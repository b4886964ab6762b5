"""Progress bars on standard error."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from damaci.errors import DamaciError


class Bar(Progress):
    """Removes itself when an error that is told in one line ends the work."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """As Progress."""
        if isinstance(error, DamaciError | OSError):
            self.live.transient = True
            self.live.stop()
        else:
            super().__exit__(kind, error, trace)


def progress() -> Progress:
    """A bar for one task. The task's description is shown at its end."""
    columns = (TextColumn("{task.fields[what]}"), BarColumn(bar_width=12), MofNCompleteColumn(), TimeRemainingColumn())
    return Bar(*columns, TextColumn("{task.description}"), console=Console(stderr=True))
