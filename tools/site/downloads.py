"""Downloads of the site without a server: the parts that are not in this repository, pinned with checksums.

    python -m tools.site.downloads    fetches them into build/downloads, once

Python for browsers (Pyodide) and the program that bundles scripts (esbuild) come from npm; msgspec compiled for Pyodide
comes from PyPI.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.site.errors import SiteError, run, stop_with_errors

FOLDER = Path(__file__).parents[2] / "build" / "downloads"
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"
NO_PIP = "no pip was found to fetch msgspec: apt-get install python3-pip, or install uv (docs.astral.sh/uv)"


@dataclass(frozen=True)
class Download:
    """A file of a package registry, and its SHA-256."""

    package: str
    version: str
    file: str
    sha256: str

    def matches(self, path: Path) -> bool:
        """Whether a file is this one."""
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.sha256


PYODIDE = Download(
    "pyodide", "314.0.7", "pyodide-314.0.7.tgz", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
)
ESBUILD = Download(
    "esbuild-wasm",
    "0.28.2",
    "esbuild-wasm-0.28.2.tgz",
    "61594de12ce998652be2aa0ab72dda54bfa49407fb37ee3464468a2aac306baa",
)
MSGSPEC = Download(
    "msgspec",
    "0.22.0",
    f"msgspec-0.22.0-cp314-cp314-{PLATFORM}.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)


def pyodide(folder: Path = FOLDER) -> Path:
    """The npm package of Pyodide, fetched if it is not there. Raises SiteError."""
    return fetched(PYODIDE, folder, _npm_pack)


def esbuild(folder: Path = FOLDER) -> Path:
    """The npm package of esbuild, as WebAssembly for any system, fetched if it is not there. Raises SiteError."""
    return fetched(ESBUILD, folder, _npm_pack)


def msgspec(folder: Path = FOLDER) -> Path:
    """The wheel of msgspec for Pyodide, fetched if it is not there. Raises SiteError."""
    return fetched(MSGSPEC, folder, _pip_download)


def fetched(wanted: Download, folder: Path, fetch: Callable[[Download, Path], None]) -> Path:
    """The path of a file, fetched by `fetch` into a folder if it is not there. Raises SiteError."""
    path = folder / wanted.file
    if wanted.matches(path):
        return path
    folder.mkdir(parents=True, exist_ok=True)
    print(f"fetching {wanted.package} {wanted.version}", file=sys.stderr)
    # It is fetched into another file first, so that an interrupted download never looks like a finished one.
    part = folder / f"{wanted.file}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    fetch(wanted, part)
    if not wanted.matches(part / wanted.file):
        raise SiteError(f"{wanted.file} is missing or is not the file that is pinned in tools/site/downloads.py")
    (part / wanted.file).replace(path)
    shutil.rmtree(part)
    return path


def _npm_pack(wanted: Download, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("npm is missing: apt-get install npm, or nodejs.org")
    run([npm, "pack", "--silent", f"{wanted.package}@{wanted.version}"], folder)


def _pip_download(wanted: Download, folder: Path) -> None:
    pinned = folder / "pinned.txt"
    pinned.write_text(f"{wanted.package}=={wanted.version} --hash=sha256:{wanted.sha256}\n", encoding="utf-8")
    target = ["--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"]
    options = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--quiet", "--disable-pip-version-check"]
    run([*_pip(), "download", *options, *target, "--requirement", str(pinned)], folder)


def _pip() -> Sequence[str]:
    """The command that runs pip. A .venv that was made by uv has no pip of its own."""
    for command in ([sys.executable, "-m", "pip"], ["uv", "tool", "run", "pip"], ["python3", "-m", "pip"], ["pip3"]):
        if _works([*command, "--version"]):
            return command
    raise SiteError(NO_PIP)


def _works(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    with stop_with_errors():
        print(pyodide())
        print(esbuild())
        print(msgspec())
