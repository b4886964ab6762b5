"""Writes two parts of docs/04-architecture.md: the tree of modules, each with the first sentence of its docstring or
first comment, and the order of imports that pyproject.toml gives to import-linter.

Run it when a module is added, removed or changes its purpose. A test compares the page with the output.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "04-architecture.md"
BLOCK = re.compile(r"(?<=^```tree\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
ORDER = re.compile(r"(?<=^Imports go only downward, in the order ).*(?=; import-linter)", re.MULTILINE)
TOPS = ("kernel", "src/damaci", "lab")
SUFFIXES = (".py", ".hpp", ".cpp")


def tree() -> str:
    """The tree, in the form that the page contains."""
    rows = [row for top in TOPS for row in ((f"{top}/", about(ROOT / top)), *below(ROOT / top, 1))]
    width = max(len(name) for name, _ in rows)
    return "".join(f"{name:{width}}  {what}".rstrip() + "\n" for name, what in rows)


def below(folder: Path, depth: int) -> Iterator[tuple[str, str]]:
    """The names and descriptions of a folder's modules, then of its folders."""
    for path in sorted(folder.iterdir(), key=lambda path: (path.is_dir(), path.name)):
        if path.is_dir() and modules(path):
            yield f"{'  ' * depth}{path.name}/", about(path)
            yield from below(path, depth + 1)
        elif path.suffix in SUFFIXES and path.name != "__init__.py":
            yield f"{'  ' * depth}{path.name}", about(path)


def modules(folder: Path) -> list[Path]:
    """The modules in a folder that get a line; tests get none."""
    return [
        path
        for path in folder.rglob("*")
        if path.suffix in SUFFIXES and path.name != "__init__.py" and folder.name != "tests"
    ]


def about(path: Path) -> str:
    """The first sentence of a module's or package's own description. Empty for a folder of C++."""
    source = path / "__init__.py" if path.is_dir() else path
    if not source.exists():
        return ""
    text = source.read_text(encoding="utf-8")
    said = (ast.get_docstring(ast.parse(text)) or "") if source.suffix == ".py" else first_comment(text)
    return re.split(r"(?<=[^.]\.)\s+(?=[A-Z])|\n\n", said)[0].replace("\n", " ").removesuffix(".")


def first_comment(text: str) -> str:
    """The comment with which a C++ file begins."""
    lines = (re.match(r"//+ ?(.*)", line) for line in text.splitlines())
    found = []
    for line in lines:
        if not line:
            break
        found.append(line[1])
    return "\n".join(found)


def order() -> str:
    """The layers of the package, in the form that the page contains."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [layers] = [each["layers"] for each in settings["contracts"] if each["name"] == "imports go only downward"]
    return ", ".join(" beside ".join(f"`{name}`" for name in layer.split(" | ")) for layer in layers)


def main() -> None:
    """Brings the page up to date."""
    page = PAGE.read_text(encoding="utf-8")
    page = BLOCK.sub(lambda _: tree(), page)
    PAGE.write_text(ORDER.sub(lambda _: order(), page), encoding="utf-8")


if __name__ == "__main__":
    main()
