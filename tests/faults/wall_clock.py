"""The wall clock of one process, which can be set while it runs."""

import subprocess
from pathlib import Path

from tests.support import require_program

SOURCE = Path(__file__).with_name("wall_clock.c")
SECOND = 10**9
"""In nanoseconds."""


class WallClock:
    """A clock that processes with its `environment` read in place of the system's clock."""

    def __init__(self, folder: Path) -> None:
        """`folder`: where its library and its state are stored. Skips the test without a C compiler."""
        compiler = require_program("cc", "apt-get install gcc (Debian)", also=("gcc", "clang"))
        library = folder / "wall_clock.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", SOURCE, "-o", library, "-ldl"], check=True)
        self._state = folder / "wall_clock"
        self.set(0.0)
        self.environment = {"LD_PRELOAD": str(library), "DAMACI_WALL_CLOCK": str(self._state)}

    def set(self, ahead: float) -> None:
        """Sets the clock this many seconds ahead of the system's clock, or behind it if negative."""
        with self._state.open("r+b" if self._state.exists() else "wb") as state:
            state.write(int(ahead * SECOND).to_bytes(8, "little", signed=True))
