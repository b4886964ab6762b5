"""Runs clang-tidy on the C++ sources, several at a time.

A source is checked again only when it, a header that it includes or the settings have changed.
`python -m tools.check_kernel` exits with 1 when a source has findings, which it prints.
"""

import hashlib
import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import nanobind

from tools.headers import KERNEL, with_headers

ROOT = KERNEL.parent
OTHERS = [*(ROOT / "benchmarks").glob("*.cpp"), *(ROOT / "lab").glob("*/*.cpp")]
SOURCES = sorted([*KERNEL.glob("*.cpp"), *KERNEL.glob("tests/**/*.cpp"), *OTHERS])
SETTINGS = [ROOT / ".clang-tidy", KERNEL / "tests" / ".clang-tidy"]
CLEAN = ROOT / "build" / "tidy"
"""Holds an empty file for each source without findings, named by the source's digest."""


def flags() -> list[str]:
    """The compiler's flags for the sources. Tests that are built for several rulesets are checked for one of them."""
    includes = [f"-I{KERNEL}", f"-I{nanobind.include_dir()}", f"-I{sysconfig.get_path('include')}"]
    definitions = ["-DDAMACI_MODULE=_kernel", "-DRULESET=turkish"]
    return ["-std=c++20", *includes, *definitions, *system_flags()]


def system_flags() -> list[str]:
    """The flags that name the place of macOS's headers; other systems need none."""
    if sys.platform != "darwin":
        return []
    sdk = subprocess.run(["xcrun", "--show-sdk-path"], capture_output=True, text=True, check=True).stdout.strip()
    return ["-isysroot", sdk]


def digest(source: Path, version: str) -> str:
    """A digest that changes whenever the findings about a source may change. `version` is that of clang-tidy."""
    command = [version, *flags()]
    parts = ["\0".join(command).encode(), *(path.read_bytes() for path in [*SETTINGS, *sorted(with_headers(source))])]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def findings(source: Path) -> str:
    """The findings of clang-tidy in a source; empty if there are none."""
    done = subprocess.run(
        [tidy(), "--quiet", source, "--", *flags()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode == 0:
        return ""
    return done.stdout


@cache
def tidy() -> str:
    """The path of clang-tidy, which is installed beside Python."""
    return str(Path(sysconfig.get_path("scripts")) / "clang-tidy")


def main() -> int:
    """Checks the sources that have changed, records those without findings, and prints the findings."""
    version = subprocess.run([tidy(), "--version"], capture_output=True, text=True, check=True).stdout
    stamps = {source: CLEAN / digest(source, version) for source in SOURCES}
    changed = [source for source, stamp in stamps.items() if not stamp.exists()]
    CLEAN.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(changed, pool.map(findings, changed), strict=True))
    for source in changed:
        if not found[source]:
            stamps[source].touch()
    for old in set(CLEAN.iterdir()) - set(stamps.values()):
        old.unlink()
    print(*filter(None, found.values()), sep="\n", end="")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
