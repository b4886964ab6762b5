"""`damaci serve` in separate processes."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import copies
from tests.home.process import START_SECONDS, command
from tests.support import free_port

BY_DEFAULT = {"changes_per_minute": "1000000", "trusted_proxies": "127.0.0.1", "site": "off", "make_tables": "0"}


class Process:
    """One process of the server, which can be killed and started again at the same address."""

    def __init__(
        self,
        database: str,
        program: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        **settings: str,
    ) -> None:
        """`program`: the command, if it is not this interpreter's. `environment`: variables in addition to those of
        this process. `settings`: settings of the server, named as in the environment without DAMACI_."""
        self._program = program or command()
        self.port = free_port()
        self.log = Path(tempfile.mkdtemp(prefix="damaci-")) / "log"
        chosen = BY_DEFAULT | {"database": database} | settings
        self._environment = (
            os.environ | (environment or {}) | {f"DAMACI_{name.upper()}": value for name, value in chosen.items()}
        )
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """The address at which the process answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the process. Returns when it answers."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Starts the process without waiting."""
        with self.log.open("a") as log:
            arguments = [*self._program, "serve", "--port", str(self.port)]
            self.process = copies.start(arguments, self._environment, stdout=subprocess.PIPE, stderr=log)

    def wait(self) -> None:
        """Waits until the process answers."""
        assert self.process
        assert self.process.stdout
        if not self.process.stdout.readline():
            raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")

    def stop(self) -> int:
        """Asks the process to end, and returns its exit status."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=START_SECONDS)
        return self.process.returncode

    def close(self) -> None:
        """Ends the process if it still runs, and removes its files."""
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.log.parent, ignore_errors=True)

    def kill(self) -> None:
        """Ends the process at once, as if the machine had lost its power."""
        if self.process:
            self.process.kill()
            self.process.communicate()
