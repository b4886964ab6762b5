"""The wheel and the sdist of this machine, and the result of installing the wheel where nothing can be compiled.

The kernels come from the build folder that `make setup KERNELS=all` has filled, so that nothing is compiled again.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support import ROOT, require_module, skip_unless_ci

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the release workflow builds and tries the wheels of other systems"
)
BUILDS = ("baseline", "x86-64-v3") if platform.machine() in ("x86_64", "AMD64") else ("baseline",)
"""The kernels in a wheel: two for x86, and one for other processors."""
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cl")
BUILT_FROM = ("kernel", "src/damaci", "CMakeLists.txt", "pyproject.toml", "tools/catalogues.py", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the sdist."""
    if (ROOT / ".venv").resolve() != Path(sys.prefix).resolve():
        skip_unless_ci("only .venv has what builds the wheel", "make test")
    require_module("damaci._kernel_baseline", "make setup KERNELS=all (otherwise it would be compiled now)")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "tools.dist", folder], cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(made: Path) -> Path:
    (wheel,) = made.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that has only the installed wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("bare")
    uv = shutil.which("uv")
    python = folder / "bin" / "python"
    making = [uv, "venv", "--quiet", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
    subprocess.run([*making, str(folder)], check=True)
    plain = [str(python), "-m", "pip", "install", "--no-compile"]  # most modules are never imported here
    pip = [uv, "pip", "install", "--quiet", "--python", str(python)] if uv else plain
    done = subprocess.run([*pip, str(wheel)], capture_output=True, text=True)
    if done.returncode:
        skip_unless_ci(f"what the wheel needs was not found: {done.stderr[-300:]}", "a connection to PyPI")
    return folder / "bin"


def run(bare: Path, *command: str, **variables: str) -> str:
    """The output of a command on a PATH that has only the programs of `bare`: no compiler, no make, no shell."""
    environment = {"PATH": str(bare), "HOME": str(bare.parent), "LC_ALL": "C.UTF-8"} | variables
    asked = [str(bare / command[0]), *command[1:]]
    done = subprocess.run(asked, cwd=bare.parent, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_runs_without_a_compiler(bare: Path) -> None:
    assert not any(shutil.which(compiler, path=str(bare)) for compiler in COMPILERS)
    shown = run(bare, "python", str(ROOT / "tools" / "smoke.py"), str(bare / "damaci"))
    assert shown == "perft: works\ngame: works\napp: works\n"


@pytest.mark.parametrize("build", BUILDS)
def test_it_has_both_kernels(bare: Path, build: str) -> None:
    asked = "baseline" if build == "baseline" else ""
    shown = run(bare, "python", "-c", "from damaci._kernel import BUILD; print(BUILD)", DAMACI_KERNEL=asked)
    assert shown == f"{build}\n"
    assert "85,090 nodes" in run(bare, "damaci", "perft", "5", DAMACI_KERNEL=asked)


def test_its_name_says_which_linux_it_runs_on(wheel: Path) -> None:
    assert "-manylinux_2_" in wheel.name
    audit = [sys.executable, "-m", "auditwheel", "show", str(wheel)]
    shown = subprocess.run(audit, capture_output=True, text=True, check=True).stdout
    assert "consistent with" in shown


def test_it_has_translations_and_no_sources_of_them(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for language in ("tr", "bg"):
        assert f"damaci/locales/{language}/LC_MESSAGES/damaci.mo" in names
        assert f"damaci/locales/{language}/LC_MESSAGES/damaci.json" in names
    assert not [name for name in names if name.endswith((".po", ".cpp", ".hpp"))]
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_sdist_has_all_that_is_built_from(made: Path) -> None:
    """A build from the sdist would compile everything again; the release workflow builds every wheel from it."""
    (sdist,) = made.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2]: archive.extractfile(name) for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", *BUILT_FROM], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        assert name in packed


def test_the_installed_package_is_the_tree(bare: Path) -> None:
    (site,) = bare.parent.glob("lib/python3*/site-packages")
    for file in (ROOT / "src" / "damaci").rglob("*.py"):
        assert (site / file.relative_to(ROOT / "src")).read_bytes() == file.read_bytes()
    assert os.access(bare / "damaci", os.X_OK)
