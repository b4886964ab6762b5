"""Python in WebAssembly, run by Node.js, which the tests of this folder compare with the Python that runs them."""

import os
import subprocess
import tarfile
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT, require_program, skip_unless_ci
from tools import wasm
from tools.site import downloads
from tools.site.errors import SiteError

HERE = Path(__file__).parent
SCRIPTS = ROOT / "src" / "damaci" / "pocket" / "static" / "pocket"


def node() -> str:
    """The path of Node.js. Skips the test without Node.js."""
    return require_program("node", "apt-get install nodejs")


def require_compiler() -> None:
    """Skips the test if the kernel cannot be built as a WebAssembly module."""
    if problem := wasm.missing():
        skip_unless_ci("the kernel as a WebAssembly module", problem)


@cache
def kernel() -> Path:
    """The kernel's WebAssembly module, which is built first. Skips the test if it cannot be built."""
    require_compiler()
    return wasm.build()


@cache
def threaded() -> Path:
    """The kernel's WebAssembly module whose memory several threads share. Skips the test if it cannot be built."""
    require_compiler()
    return wasm.build_threaded()


@cache
def pyodide() -> Path:
    """The folder of Pyodide, which is fetched if it is missing."""
    try:
        packed = downloads.pyodide()
    except SiteError as error:
        skip_unless_ci("Python in WebAssembly", str(error))
    folder = packed.with_suffix("")
    if not folder.exists():
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
    return folder / "package"


def run(script: str, *arguments: str, isolated: bool = False) -> str:
    """The result of the function `main` of a script in this folder, called in Pyodide with a list of arguments.

    `isolated`: whether memory can be shared with workers.
    """
    sources = (pyodide(), kernel(), threaded(), SCRIPTS, downloads.msgspec(), ROOT / "src", HERE / script)
    return say(node(), HERE / "python.mjs", *sources, *arguments, ISOLATED=str(int(isolated)))


def say(*command: str | Path, **environment: str) -> str:
    """The output of a command. If the command fails, the test fails and shows its messages."""
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode != 0:
        pytest.fail(f"{command[0]} failed:\n{done.stderr[-4000:]}", pytrace=False)
    return done.stdout.strip()
