"""Scripts and style sheets are served without comments, and are otherwise the same."""

from pathlib import Path

import pytest

from damaci.site.assets import ROOT, Assets
from damaci.site.comments import Uncommented, without_comments
from tests.support import skip_unless_ci
from tools.site.errors import SiteError, node, run
from tools.site.scripts import unpack_esbuild


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("// One line.\nf();\n", "\nf();\n"),
        ("  /** Two\n   * lines. */\n  f();\n", "\n\n  f();\n"),
        ("/* One. *//* Two. */\nf();\n", "/* One. *//* Two. */\nf();\n"),
        ("f(); // kept\n", "f(); // kept\n"),
        ('f("// kept");\n', 'f("// kept");\n'),
        ("/** @type {A} */ (f());\n/** Removed. */\n", "/** @type {A} */ (f());\n\n"),
        ("/* Removed. */", ""),
        ("/* never closed\n", "/* never closed\n"),
        (".a { color: red; } /* kept */\n", ".a { color: red; } /* kept */\n"),
        ("", ""),
    ],
)
def test_what_is_removed(source: str, served: str) -> None:
    assert without_comments(source) == served
    assert served.count("\n") == source.count("\n")


@pytest.fixture
def esbuild(tmp_path: Path) -> list[str]:
    """The command of esbuild."""
    try:
        return [node(), str(unpack_esbuild(tmp_path))]
    except SiteError as error:
        skip_unless_ci("scripts without comments", str(error))


def test_scripts_do_the_same_without_comments(esbuild: list[str], tmp_path: Path) -> None:
    served = tmp_path / "served"
    for path in ROOT.rglob("*.js"):
        other = served / path.relative_to(ROOT)
        other.parent.mkdir(parents=True, exist_ok=True)
        other.write_text(without_comments(path.read_text(encoding="utf-8")), encoding="utf-8")
    small = minified(served, esbuild, tmp_path / "small")
    assert len(small) > 150
    assert small == minified(ROOT, esbuild, tmp_path / "source")


def minified(root: Path, esbuild: list[str], out: Path) -> dict[str, str]:
    """The scripts below a folder, by their names, as esbuild writes them without comments and spaces."""
    names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.js"))
    run(
        [
            *esbuild,
            *names,
            "--minify-whitespace",
            "--legal-comments=none",
            "--outbase=.",
            "--tsconfig-raw={}",
            f"--outdir={out}",
        ],
        root,
    )
    return {name: (out / name).read_text(encoding="utf-8") for name in names}


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["shell.js", "board/squares.css", "board/ring.svg"])
async def test_the_size_is_that_of_what_is_served(name: str) -> None:
    files = Uncommented()
    [path] = ROOT.rglob(name)
    async with await files.open(path, "rb") as opened:
        content = await opened.read()
    assert (await files.info(path))["size"] == len(content)
    assert (content == path.read_bytes()) is (path.suffix != ".js")


def test_style_sheets_have_no_comments() -> None:
    assert b"/*" not in Assets().style("board")
