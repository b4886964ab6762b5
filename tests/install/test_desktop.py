"""Builds and tries the desktop program. The tests are nightly, because the build takes a minute of processor time.

The wheel in it is tested every day in test_wheel.py; the program itself is tried again when it is released.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.home import process
from tests.home.process import App, started
from tests.home.test_crash import Player
from tests.support import PATIENCE, ROOT

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="the release workflow makes and tries those of other systems"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The executable file, in an unpacked folder elsewhere."""
    folder = tmp_path_factory.mktemp("desktop")
    subprocess.run([sys.executable, "-m", "tools.dist", folder], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    done = subprocess.run([sys.executable, "tools/desktop/build.py", wheel], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    packed = Path(done.stdout.splitlines()[-1].partition(": ")[0])
    assert packed.stat().st_size < 60e6
    subprocess.run(["tar", "--extract", "--file", packed, "--directory", folder], check=True)
    return folder / "damaci" / "damaci"


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture
def app(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(process, "command", lambda: [str(program)])
    monkeypatch.setenv("PATH", "/nowhere")
    with started(tmp_path, "--port", "0", "--no-browser", "--tables", "3") as app:
        yield app


def test_it_serves_makes_tables_and_ends(app: App, tmp_path: Path) -> None:
    player = Player(app.new_game(opponent="engine", color="white", level="beginner"), random.Random(1))
    with connect(app.socket_address(player.game), open_timeout=PATIENCE, close_timeout=1) as socket:
        player.play(socket, moves=3)
    wait_for(lambda: any((tmp_path / "tables").glob("*")))
    app.send("POST", "api/quit", {})
    assert app.process.wait(PATIENCE) == 0
    app.close()


def test_it_is_the_command_too(program: Path) -> None:
    shown = subprocess.run([program, "perft", "5"], env={"PATH": "/nowhere"}, capture_output=True, text=True)
    assert "85,090 nodes" in shown.stdout


def test_it_has_an_icon(program: Path) -> None:
    assert (program.parent / "damaci.png").read_bytes().startswith(b"\x89PNG")
    home = program.parent
    made = subprocess.run(["sh", home / "add-to-menu.sh"], env={"HOME": str(home), "PATH": "/usr/bin:/bin"}, check=True)
    assert made.returncode == 0
    entry = (home / ".local/share/applications/damaci.desktop").read_text(encoding="utf-8")
    assert f'Exec="{home}/damaci"' in entry
