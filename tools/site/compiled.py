"""Compiles the modules that the site's Python imports at its start, which makes the first start take less than half the
time."""

import shutil
from pathlib import Path

from tools.site.errors import node, run
from tools.site.tree import digest

SCRIPT = Path(__file__).with_name("compile.mjs")
LIBRARY = "python_stdlib.zip"


def compiled(
    parts: dict[str, bytes], archives: dict[str, bytes], kernel: Path, entry: str, scripts: Path, work: Path
) -> dict[str, bytes]:
    """The standard library and the archives, by their names. In them, the modules that importing `entry` loads are
    compiled. `parts` are Pyodide's files, `scripts` is the folder of pocket's scripts, `work` is the folder in which
    results are kept. Raises SiteError."""
    sources = [*parts.values(), *archives.values(), kernel.read_bytes(), SCRIPT.read_bytes()]
    sources += [(scripts / name).read_bytes() for name in ("python.js", "memory_file.js", "kernel.js")]
    folder = work / "compiled" / digest(b"".join(sources))
    made = [folder / "out" / name for name in (LIBRARY, *archives)]
    if not all(path.is_file() for path in made):
        _compile(folder, parts, archives, kernel, entry, scripts)
    return {path.name: path.read_bytes() for path in made}


def _compile(
    folder: Path, parts: dict[str, bytes], archives: dict[str, bytes], kernel: Path, entry: str, scripts: Path
) -> None:
    shutil.rmtree(folder.parent, ignore_errors=True)
    for place, files in (("python", parts), ("in", archives), ("out", {})):
        (folder / place).mkdir(parents=True)
        for name, content in files.items():
            (folder / place / name).write_bytes(content)
    inputs = [str(folder / "in" / name) for name in archives]
    run(
        [node(), str(SCRIPT), str(folder / "python"), str(kernel), entry, str(scripts), str(folder / "out"), *inputs],
        folder,
    )
