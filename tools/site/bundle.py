"""Our own packages for the worker, as archives that Python imports from."""

import io
import sys
import zipfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import grimp

from tools.site import openings, puzzles
from tools.site.errors import SiteError

PACKAGE = Path(__file__).parents[2] / "src" / "damaci"
LIBRARIES = ("jinja2", "markupsafe", "caissify_pairings")
"""The pure Python packages of others that are included. msgspec has a wheel of its own."""
UNUSED = ("fpc.py", "rtg.py", "__main__.py")
"""Modules of libraries that nobody imports."""
ELSEWHERE = ("msgspec", "js", "pyodide", "pyodide_js", "damaci_kernel", "damaci_search")
"""Packages that the worker gets in other ways."""
NEVER = ("redis", "networkx")
"""Packages that are imported only by functions that no browser calls or that work without them."""
DATA = ("engine/weights/*.weights", "lessons/data/*.tsv", "book/data/*.ballots")
"""The files in the package's folder that modules read, apart from catalogues and templates."""
PAGES_OF_OTHERS = ("account", "devices", "lobby", "nearby", "operator")
"""Templates that only apps with a server have."""
COMPILED = ("_kernel_v3", "_kernel_baseline")


def modules(entry: str) -> list[str]:
    """Every module of Damacı that `entry` imports, directly or not, with the packages that contain them. Raises
    SiteError if one of them needs a library that the browser does not have."""
    graph = grimp.build_graph("damaci", include_external_packages=True, exclude_type_checking_imports=True)
    needed = _needed(graph, entry)
    external = {name for name in needed if not _is_ours(name)} - set(sys.stdlib_module_names)
    if strange := sorted(external - {*LIBRARIES, *ELSEWHERE, *NEVER}):
        raise SiteError(
            f"{entry} imports {strange[0]}, which is not there in a browser: {_why(graph, needed, strange[0])}"
        )
    return sorted(name for name in needed if _is_ours(name))


def _needed(graph: grimp.ImportGraph, entry: str) -> set[str]:
    """The modules that `entry` imports, the packages that contain them, and all modules that those import."""
    needed: set[str] = set()
    coming = {entry}
    while coming:
        needed |= coming
        imported = {name for each in coming for name in graph.find_modules_directly_imported_by(each)}
        packages = {package for each in coming if _is_ours(each) for package in _packages(each)}
        coming = (imported | packages) - needed
    return needed


def _is_ours(name: str) -> bool:
    return name == "damaci" or name.startswith("damaci.")


def _why(graph: grimp.ImportGraph, needed: set[str], strange: str) -> str:
    importers = sorted(graph.find_modules_that_directly_import(strange) & needed)
    return ", ".join(importers)


def _packages(name: str) -> Iterable[str]:
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts)))


def archive(files: dict[str, bytes]) -> bytes:
    """An archive of files; equal files give equal bytes. It is not compressed, because hosts compress better."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as to:
        for name in sorted(files):
            to.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()


def our_files(entry: str) -> dict[str, bytes]:
    """The modules that `entry` needs, and their data files. Raises SiteError."""
    found = {}
    for name in modules(entry):
        path = _source(name)
        if path is not None:
            found[path.relative_to(PACKAGE.parent).as_posix()] = path.read_bytes()
    data = (path for pattern in DATA for path in PACKAGE.glob(pattern))
    found |= {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in data}
    found |= {f"damaci/book/data/{name}": content for name, content in openings.files().items()}
    return found | {f"damaci/puzzles/data/{name}": content for name, content in puzzles.files().items()}


def _source(name: str) -> Path | None:
    """The file of a module; None for a module that is compiled for this machine."""
    path = PACKAGE.parent / Path(*name.split("."))
    for candidate in (path / "__init__.py", path.with_suffix(".py")):
        if candidate.is_file():
            return candidate
    if name.rpartition(".")[2] in COMPILED:
        return None
    raise SiteError(f"{name} has no source file")


def library_files() -> dict[str, bytes]:
    """The Python files of LIBRARIES, as installed here. Raises SiteError."""
    found = {}
    for library in LIBRARIES:
        spec = find_spec(library)
        if spec is None or spec.origin is None:
            raise SiteError(f"{library} is not installed: make setup")
        folder = Path(spec.origin).parent
        used = [path for path in folder.rglob("*.py") if path.name not in UNUSED]
        found |= {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in used}
    return found


def wheel_files(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel that Python imports."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith((".py", ".so"))]
        return {name: archive.read(name) for name in names}


def locale_files(language: str) -> dict[str, bytes]:
    """The catalogue of a language. English has none."""
    folder = PACKAGE / "locales" / language / "LC_MESSAGES"
    return {
        path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes()
        for path in folder.glob("damaci.*")
        if path.suffix in (".mo", ".json")
    }


def template_files() -> dict[str, bytes]:
    """The templates that the worker renders."""
    folder = PACKAGE / "site" / "templates"
    found = (path for path in folder.rglob("*.html") if path.parent.name not in PAGES_OF_OTHERS)
    return {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in found}
