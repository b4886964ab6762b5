"""Tests an installed Damacı: counts moves, plays a game against the computer, starts the app, fetches its first page.

`python tools/smoke.py COMMAND...` runs COMMAND in place of `damaci`. It needs only Python, so that wheels and desktop
programs can be tested on a machine with nothing else. If a test fails, it prints one line and exits with 1.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from tempfile import TemporaryDirectory
from urllib.request import urlopen

SECONDS = 120
"""Seconds to wait for an expected answer."""
PERFT = "85,090 nodes at depth 5"


class Broken(Exception):
    """Something does not work as expected; the text says what happened."""


def perft(command: Sequence[str], folder: str) -> None:
    """Checks that the kernel finds every move."""
    expect(PERFT, output([*command, "perft", "5"]))


def game(command: Sequence[str], folder: str) -> None:
    """Checks that the computer answers a move and that the game is stored."""
    orders = ["play", "--data-dir", folder, "--level", "beginner", "--seed", "7"]
    expect(r"Black wins \(0-1\)", output([*command, *orders], "d3-d4\nresign\nresign\n"))


def app(command: Sequence[str], folder: str) -> None:
    """Checks that the app prints its address, and that its first page and one of the page's scripts can be fetched."""
    options = ["--no-browser", "--port", "0", "--tables", "0", "--data-dir", folder]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout
            address = expect(r"https?://\S+", process.stdout.readline())
            page = fetch(address)
            expect("<title>", page)
            fetch(address.rstrip("/") + expect(r'(?<=src=")/[^"]+\.js', page))
        finally:
            process.terminate()


def output(command: Sequence[str], typed: str = "") -> str:
    """The output of a command. Raises Broken if the command fails."""
    done = subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", timeout=SECONDS)
    if done.returncode:
        raise Broken(f"{' '.join(command)} exits with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def fetch(address: str) -> str:
    """The text at an address on this machine."""
    with urlopen(address, timeout=SECONDS) as answer:
        return str(answer.read().decode("utf-8"))


def expect(pattern: str, text: str) -> str:
    """The part of a text that matches. Raises Broken if none does."""
    found = re.search(pattern, text)
    if not found:
        raise Broken(f"expected {pattern!r}, found: {text[:2000]}")
    return found[0]


CHECKS: tuple[Callable[[Sequence[str], str], None], ...] = (perft, game, app)


def main() -> int:
    """Tests everything in a temporary folder, and prints one line for each part that works."""
    command = sys.argv[1:] or ["damaci"]
    for check in CHECKS:
        with TemporaryDirectory() as folder:
            try:
                check(command, folder)
            except (Broken, OSError) as error:
                print(f"{check.__name__}: {error}", file=sys.stderr)
                return 1
        print(f"{check.__name__}: works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
