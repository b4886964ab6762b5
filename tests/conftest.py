"""Settings for every test: how long Hypothesis searches, and which tests run only at night."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

# If compiled modules may not be stored beside the sources, they are stored in another folder. Otherwise every process
# that a test starts would compile all the modules that it imports, which takes longer than most tests.
if sys.dont_write_bytecode:
    sys.pycache_prefix = str(Path(tempfile.gettempdir()) / "damaci-tests-compiled")
    sys.dont_write_bytecode = False
    os.environ |= {"PYTHONPYCACHEPREFIX": sys.pycache_prefix, "PYTHONDONTWRITEBYTECODE": ""}

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

from damaci.wire import allowance
from tests import lines, unskipped
from tests.at_once import AtOnce
from tests.servers import UNSAFE, Postgres, Redis
from tests.support import CI
from tests.watchdog import Watchdog
from tools.catalogues import compile_all

SLOW = ("lab", "online", "links", "home", "nearby", "site", "browser")
"""Folders whose tests start processes, Ray or a browser."""
LONG = (
    "test_online.py",
    "test_without_a_server_troubles.py",
    "test_beside.py",
    "test_without_a_server.py",
    "test_club.py",
    "test_desk_without_a_server.py",
    "test_accessibility.py",
    "test_learn.py",
)
"""The files that take more than a minute each. They are begun first in their folder, so that no process has to finish
one of them alone at the end."""

settings.register_profile("default", max_examples=50, derandomize=True, deadline=None, database=None)
settings.register_profile("nightly", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """The backend of asynchronous tests is asyncio."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the commands from using the games and tables of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--nightly", action="store_true", help="also run the tests marked nightly, and let Hypothesis look for longer"
    )
    parser.addoption(
        "--lines", action="store_true", help="measure which lines of the package the tests reach; fails if too few"
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shell starts background programs so that they ignore SIGINT. Processes that tests start would inherit this, and
    # would ignore the SIGINT that a test sends them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # By default a server serves the site that `make site` has built in a clone, and makes tables. Tests that need these
    # turn them on.
    os.environ |= {"DAMACI_SITE": "off", "DAMACI_MAKE_TABLES": "0"} | os.environ
    if config.getoption("--nightly"):
        settings.load_profile("nightly")
    config.pluginmanager.register(Watchdog(config))
    if CI:
        config.pluginmanager.register(unskipped)
    if _is_worker(config):
        return
    compile_all()
    if config.getoption("--lines"):
        lines.begin(config)
    if CI:
        config.pluginmanager.register(AtOnce(config))


@pytest.hookimpl(trylast=True)  # after SlipCover has merged the counts of all processes
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _is_worker(session.config) or session.exitstatus != pytest.ExitCode.OK:
        return
    if (counted := lines.counted()) and lines.per_cent(counted) < lines.LEAST:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    if counted := lines.counted():
        lines.report(terminalreporter, counted)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts the slow folders last, and deselects the nightly tests unless they are asked for. They are not skipped,
    because nothing is missing."""
    items.sort(key=lambda item: _slowness(item.path))
    if config.getoption("--nightly"):
        return
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    if nightly:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]


def _is_worker(config: pytest.Config) -> bool:
    """Whether this is one of the processes of pytest-xdist, which run the tests."""
    return hasattr(config, "workerinput")


def _slowness(file: Path) -> tuple[int, bool]:
    folder = file.relative_to(Path(__file__).parent).parts[0]
    return SLOW.index(folder) + 1 if folder in SLOW else 0, file.name not in LONG


@pytest.fixture
def standstill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock of the allowances. On a busy machine, a test that sends too much could otherwise take so long
    that it stays within its allowance."""
    now = time.monotonic()
    monkeypatch.setattr(allowance, "time", SimpleNamespace(monotonic=lambda: now))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for tests that need databases but do not stop the server."""
    server = Postgres(*UNSAFE)
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis server for tests that do not stop it."""
    server = Redis()
    server.start()
    yield server
    server.close()
