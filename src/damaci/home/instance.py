"""Allows one running app for each data folder: the first takes the lock, later ones find its address."""

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout


class Hold:
    """The lock on a data folder. The operating system releases it when the process ends, even by a crash.

    Raises OSError if the folder cannot be made."""

    def __init__(self, data_dir: Path) -> None:
        data_dir.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(data_dir / "app.lock", blocking=False)
        self._address = data_dir / "app.address"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def take(self) -> bool:
        """Tries to take the lock; False if another app has it. Raises OSError if the folder cannot be written."""
        try:
            self._lock.acquire()
        except Timeout:
            return False
        self._address.unlink(missing_ok=True)
        return True

    def announce(self, address: str) -> None:
        """Stores the address of this app for later starts."""
        written = self._address.with_suffix(".new")
        written.write_text(address, encoding="utf-8")
        written.replace(self._address)

    def other(self, patience: float = 15.0) -> str | None:
        """The address of the app that has the lock; None if it does not announce one within `patience` seconds."""
        deadline = time.monotonic() + patience
        while not self._address.exists():
            if time.monotonic() > deadline:
                return None
            time.sleep(0.05)
        return self._address.read_text(encoding="utf-8")
