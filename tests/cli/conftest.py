"""Runs commands in this process, as the installed script does."""

import io

import pytest

from damaci.cli.main import main
from tests.cli.console import Cli, Done


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs a command: `cli("moves", "-", stdin="...")` is `damaci moves -` with that standard input."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(arguments)
        written = capsys.readouterr()
        return Done(status, written.out, written.err)

    return run
