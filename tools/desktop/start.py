"""Where the desktop program starts: with arguments it is the command `damaci`; without, as an icon starts it, the app.

Whoever clicks an icon sees no terminal, so that what went wrong is shown in the browser.
"""

import io
import sys
import tempfile
import webbrowser
from contextlib import redirect_stderr
from pathlib import Path

from damaci.cli.main import main


def app() -> int:
    """Runs the app until it is ended in its settings, and returns its exit status."""
    said = io.StringIO()
    with redirect_stderr(said):
        status = main([])
    if status:
        show(said.getvalue())
    return status


def show(text: str) -> None:
    """Opens a text in the browser."""
    page = Path(tempfile.mkdtemp(prefix="damaci-")) / "damaci.txt"
    page.write_text(text, encoding="utf-8")
    webbrowser.open(page.as_uri())


def arguments() -> list[str]:
    """What the command is asked for. Damacı starts itself as `python -m damaci …`, and here it is its own Python."""
    given = sys.argv[1:]
    return given[2:] if given[:2] == ["-m", "damaci"] else given


if __name__ == "__main__":
    sys.exit(main(arguments()) if arguments() else app())
