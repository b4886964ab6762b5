"""The start of the desktop program. With arguments it runs the command `damaci`; without, as from an icon, the app.

A person who clicks an icon sees no terminal; errors are therefore shown in the browser.
"""

import io
import os
import subprocess
import sys
import tempfile
import webbrowser
from contextlib import redirect_stderr
from pathlib import Path

from damaci.cli.main import main

APART = "DAMACI_APART"
"""The variable that is set in the environment of an app that runs apart from its icon."""


def click() -> int:
    """Handles a click on the icon. macOS does not start a program that is already running, so another click could not
    open the page again. Therefore the app runs as a separate process there, and the clicked program ends at once."""
    if sys.platform != "darwin" or APART in os.environ:
        return app()
    silent = subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable],
        env=os.environ | {APART: "1"},
        start_new_session=True,
        stdin=silent,
        stdout=silent,
        stderr=silent,
    )
    return 0


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
    """The command's arguments. Damacı starts itself as `python -m damaci …`; in the desktop program the program itself
    is started in place of Python."""
    given = sys.argv[1:]
    if given[:2] == ["-m", "damaci"]:
        return given[2:]
    return given


if __name__ == "__main__":
    if arguments():
        sys.exit(main(arguments()))
    sys.exit(click())
