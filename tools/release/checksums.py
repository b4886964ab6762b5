"""The checksums of the files of a release, in the form that `sha256sum --check SHA256SUMS` reads.

`python -m tools.release.checksums FOLDER` writes FOLDER/SHA256SUMS for every file in FOLDER, and says which files of a
release are missing.
"""

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.release.mistake import Mistake, told

SUMS = "SHA256SUMS"
EXPECTED = {
    "the sdist": "damaci-[0-9]*.tar.gz",
    "Linux wheels, x86-64": "damaci-*manylinux*_x86_64.whl",
    "Linux wheels, ARM": "damaci-*manylinux*_aarch64.whl",
    "macOS wheels, Apple": "damaci-*macosx_*_arm64.whl",
    "macOS wheels, Intel": "damaci-*macosx_*_x86_64.whl",
    "Windows wheels": "damaci-*win_amd64.whl",
    "the desktop program for Linux": "damaci-desktop-*-linux-x86_64.tar.gz",
    "the desktop program for macOS": "damaci-desktop-*-macos-arm64.zip",
    "the desktop program for Windows": "damaci-desktop-*-windows-x86_64.zip",
    "the site without a server": "damaci-site-*.tar.gz",
}
"""The parts of a release, and the patterns of their file names."""


def files(folder: Path) -> list[Path]:
    """The files of a release, sorted by name."""
    return sorted(file for file in folder.iterdir() if file.is_file() and file.name != SUMS)


def line(file: Path) -> str:
    """The checksum of a file and its name."""
    with file.open("rb") as content:
        return f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {file.name}"


def missing(folder: Path, expected: Iterable[str] = EXPECTED) -> list[str]:
    """The parts of a release that the folder does not have."""
    return [what for what in expected if not list(folder.glob(EXPECTED[what]))]


def write(folder: Path) -> None:
    """Writes the sums. Raises Mistake, and writes nothing, if something is missing."""
    absent = missing(folder)
    if absent:
        raise Mistake(f"{folder} lacks {', '.join(absent)}")
    (folder / SUMS).write_text("".join(f"{line(file)}\n" for file in files(folder)), encoding="utf-8", newline="\n")


def main() -> int:
    """Writes the sums of the given folder."""
    with told():
        (folder,) = map(Path, sys.argv[1:])
        write(folder)
        print((folder / SUMS).read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
