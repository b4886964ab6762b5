"""Tries an installed Damacı: counts moves, plays a game against the computer, opens the app and fetches its first page.

`python tools/smoke.py COMMAND...` runs COMMAND as `damaci` would be run; it needs nothing but Python, so that wheels
and desktop programs are tried where nothing else is. Exits with 1 and a line that says what is wrong.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from tempfile import TemporaryDirectory
from urllib.request import urlopen

SECONDS = 120
"""Until something that does not come is given up."""
PERFT = "85,090 nodes at depth 5"


class Broken(Exception):
    """What does not work as it should; the text says how it went."""


def perft(command: Sequence[str], folder: str) -> None:
    """The kernel finds every move."""
    expect(PERFT, output([*command, "perft", "5"]))


def game(command: Sequence[str], folder: str) -> None:
    """The computer answers a move, and the game is kept."""
    orders = ["play", "--data-dir", folder, "--level", "beginner", "--seed", "7"]
    expect(r"Black wins \(0-1\)", output([*command, *orders], "d3-d4\nresign\nresign\n"))


def app(command: Sequence[str], folder: str) -> None:
    """The app says its address, and its first page is there, with one of its scripts."""
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
    """What a command prints. Raises Broken if it fails."""
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
        raise Broken(f"{pattern!r} was expected, found: {text[:2000]}")
    return found[0]


CHECKS: tuple[Callable[[Sequence[str], str], None], ...] = (perft, game, app)


def main() -> int:
    """Tries everything in a folder that vanishes; one line for each thing that works."""
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
