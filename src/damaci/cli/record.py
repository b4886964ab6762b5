"""The file that a match writes its games to."""

from contextlib import suppress
from pathlib import Path
from typing import IO, Literal

from damaci.errors import DamaciError
from damaci.notation.pdn import PdnGame, write_game


class Record:
    """The file that games are written to as they end, if one is given. The first game replaces an older file."""

    def __init__(self, file: Path | None) -> None:
        """Raises DamaciError if it cannot be written to."""
        self.file = file
        self.failure: DamaciError | None = None
        """Why not all games are in the file."""
        self._out: IO[str] | None = None
        if file and (file.is_file() or file.is_dir() or not file.exists()):  # opening a pipe waits for its reader
            self._opened(file, "a").close()

    def add(self, game: PdnGame) -> None:
        """Writes a game. Raises DamaciError, which is `failure` from then on."""
        if self.file is None:
            return
        try:
            self._out = self._out or self._opened(self.file, "w")
            self._out.write(write_game(game) + "\n")
            self._out.flush()
        except OSError as error:
            self.failure = file_error(self.file, error)
            raise self.failure from None
        except DamaciError as error:
            self.failure = error
            raise

    def close(self) -> None:
        """Closes the file."""
        if self._out:
            with suppress(OSError):  # which `add` has raised already
                self._out.close()

    @staticmethod
    def _opened(file: Path, mode: Literal["a", "w"]) -> IO[str]:
        try:
            return file.open(mode, encoding="utf-8", newline="\n")
        except OSError as error:
            raise file_error(file, error) from None


def file_error(file: Path, error: OSError) -> DamaciError:
    """What the system says of a file, with its name."""
    return DamaciError(f"{file}: {error.strerror}")
