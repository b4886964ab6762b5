"""Builds the desktop program of this system: a folder with an icon, which needs no Python, packed in dist/.

`python tools/desktop/build.py [WHEEL]` installs the wheel, or this checkout, with PyInstaller into a separate
environment under build/desktop, so that no package of a developer's environment gets into the program. Then it tests
the program with tools/smoke.py. It needs Python 3.11 and a connection to PyPI.
"""

import platform
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PLACE = ROOT / "build" / "desktop"
SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
MACHINES = {"amd64": "x86_64", "aarch64": "arm64"}


def run(*command: str | Path) -> None:
    """Runs a command and waits for its end; if it fails, this program ends too."""
    done = subprocess.run(command, cwd=HERE)
    if done.returncode:
        sys.exit(f"desktop: {' '.join(map(str, command))} failed")


def environment(wheel: Path) -> Path:
    """Makes the environment and returns the path of its Python."""
    shutil.rmtree(PLACE, ignore_errors=True)
    python = PLACE / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [str(wheel), *project["dependency-groups"]["desktop"]]
    uv = shutil.which("uv")
    if uv:
        run(uv, "venv", "--quiet", "--python", sys.executable, PLACE / "venv")
        run(uv, "pip", "install", "--quiet", "--python", python, *wanted)
    else:
        run(sys.executable, "-m", "venv", PLACE / "venv")
        run(python, "-m", "pip", "install", "--quiet", *wanted)
    return python


def build(python: Path) -> Path:
    """Builds the program and returns its folder."""
    icons = PLACE / "icons"
    icons.mkdir()
    run(python, HERE / "icon.py", icons)
    places = ["--distpath", str(PLACE / "dist"), "--workpath", str(PLACE / "work")]
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, HERE / "damaci.spec")
    if sys.platform == "darwin":
        return PLACE / "dist" / "Damaci.app"
    folder = PLACE / "dist" / "damaci"
    if sys.platform == "linux":
        shutil.copy(icons / "damaci.png", folder)
        shutil.copy(HERE / "add-to-menu.sh", folder)
    shutil.copy(ROOT / "LICENSE", folder)
    return folder


def program(folder: Path) -> Path:
    """The file that starts the program."""
    if sys.platform == "darwin":
        return folder / "Contents" / "MacOS" / "damaci"
    return folder / ("damaci.exe" if sys.platform == "win32" else "damaci")


def pack(folder: Path, version: str) -> Path:
    """Packs the folder in the format that is usual on this system, and returns the file."""
    machine = platform.machine().lower()
    name = f"damaci-desktop-{version}-{SYSTEMS[sys.platform]}-{MACHINES.get(machine, machine)}"
    (ROOT / "dist").mkdir(exist_ok=True)
    if sys.platform == "darwin":  # a zip made by Python loses links and the permission to run
        packed = ROOT / "dist" / f"{name}.zip"
        run("ditto", "-c", "-k", "--keepParent", folder, packed)
        return packed
    if sys.platform == "win32":
        base = shutil.make_archive(str(ROOT / "dist" / name), "zip", folder.parent, folder.name)
        return Path(base)
    packed = ROOT / "dist" / f"{name}.tar.gz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(folder, folder.name)
    return packed


def main() -> int:
    """Builds, tests and packs the program, and prints its size."""
    wheel = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    folder = build(environment(wheel))
    run(sys.executable, ROOT / "tools" / "smoke.py", program(folder))
    packed = pack(folder, version)
    unpacked = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    print(f"{packed}: {packed.stat().st_size / 1e6:.1f} MB, {unpacked / 1e6:.1f} MB unpacked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
