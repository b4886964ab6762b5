"""The examples in the documentation and in docstrings have the results that they show."""

import doctest
import os
import pkgutil
import re
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path

import pytest

import damaci
from tests.support import ROOT, require_module

POCKET = Path(damaci.__file__).parent / "pocket"
IN_BROWSERS = re.compile(r"^(?:from|import) (?:damaci\._kernel_wasm|damaci_\w+|js|pyodide)\b", re.MULTILINE)
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def modules() -> list[str]:
    """Every module of the package, except the compiled ones, those that are run rather than imported, and those that
    only a browser can import."""
    names = [found.name for found in pkgutil.walk_packages(damaci.__path__, "damaci.")]
    other = [name for name in names if any(part in name for part in ("_kernel", "__main__", ".migrations"))]
    return sorted({*names} - {*other, *only_in_browsers()})


def only_in_browsers() -> set[str]:
    """The modules that import, directly or indirectly, what only a browser's worker provides."""
    sources = {f"damaci.pocket.{path.stem}": path.read_text(encoding="utf-8") for path in POCKET.glob("*.py")}
    found = {name for name, source in sources.items() if IN_BROWSERS.search(source)}
    while more := {name for name, source in sources.items() if _imports(source, found)} - found:
        found |= more
    return found


def _imports(source: str, modules: set[str]) -> bool:
    return any(re.search(rf"^from {re.escape(name)} ", source, re.MULTILINE) for name in modules)


def shell_examples() -> list[tuple[str, str]]:
    """Each command after `$ ` in a console block, with its output."""
    found = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                found.append((command, output))
    return found


def require_what_is_imported(text: str) -> None:
    if "damaci.rl" in text:
        require_module("pettingzoo", "pip install pettingzoo, as soon as there is one for this Python")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_examples(page: Path) -> None:
    text = "\n".join(blocks(page, "python"))
    require_what_is_imported(text)
    example = doctest.DocTestParser().get_doctest(text, {"damaci": damaci}, page.stem, str(page), 0)
    assert doctest.DocTestRunner(optionflags=LOOSE).run(example).failed == 0


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    require_what_is_imported(name)
    assert doctest.testmod(import_module(name), optionflags=LOOSE).failed == 0


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize(("command", "expected"), shell_examples(), ids=lambda text: text.split("\n")[0][:60])
def test_shell_examples(command: str, expected: str) -> None:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=os.environ | {"PATH": path}, timeout=60, check=False
    )
    assert doctest.OutputChecker().check_output(expected, done.stdout + done.stderr, LOOSE), done.stdout + done.stderr
