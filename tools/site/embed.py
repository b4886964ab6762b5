"""The board and the game that other sites' pages can embed: one module at a permanent address, and a page that shows
how to use it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape

from damaci.board.position import Position
from damaci.rules.catalogue import RULESETS
from damaci.site.assets import Assets
from tools.site.tree import Tree

FOLDER = "embed"
EXAMPLE = Path(__file__).with_name("example.pdn")
_SHEETS = ("css/tokens.css", "css/boards.css", "board/*.css", "embed/embed.css")
_INNER = "dama-squares"
"""The board inside the shadow root: static/embed/element.js."""
# The choices of a page's visitor are attributes of its root element; an embedded element has these attributes itself.
_CHOICES = (
    (re.compile(r':root:not\(\[data-(\w+)="(\w+)"\]\)'), r':host(:not([\1="\2"]))'),
    (re.compile(r'(?::root|^)\[data-(\w+)(="\w+")?\]', re.MULTILINE), r":host([\1\2])"),
    (re.compile(r':root\[dir="(\w+)"\]'), r":host(:dir(\1))"),
    (re.compile(":root"), ":host"),
    (re.compile("dama-board"), _INNER),
)


def write_embed(tree: Tree, assets: Assets, static: str, kernel: str, texts: Mapping[str, str]) -> None:
    """Writes the module, its styles, the page and its game. `static` is the folder of the static files, `kernel` the
    WebAssembly module, `texts` the file with the pages' texts in each language. All are relative to the site."""
    styles = tree.write(f"{static}/sheets/embed.css", style(assets))
    words = {language: name for language, name in texts.items() if language != "en"}
    tree.write(f"{FOLDER}/dama.js", _module(static, {"kernel": kernel, "styles": styles, "words": words}))
    tree.copy(EXAMPLE, f"{FOLDER}/example.pdn")
    loader = FileSystemLoader(Path(__file__).parent)
    templates = Environment(loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True)
    tree.write(f"{FOLDER}/index.html", templates.get_template("embed.html").render(rulesets=RULESETS.values()))


def style(assets: Assets) -> str:
    """The styles of the board in a shadow root."""
    found = [path for pattern in _SHEETS for path in sorted(assets.root.glob(pattern))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in found)
    for pattern, replacement in _CHOICES:
        text = pattern.sub(replacement, text)
    return text


def _module(static: str, files: dict[str, Any]) -> str:
    text = json.dumps(files, sort_keys=True)
    rulesets = json.dumps({name: _described(name) for name in RULESETS}, sort_keys=True)
    return (
        "/** `<dama-board>` and `<dama-game>` for any web page: index.html beside this module shows how. */\n\n"
        f'import {{ define }} from "../{static}/embed/main.js";\n\n'
        "const at = (name) => new URL(`../${name}`, import.meta.url).href;\n"
        f"const files = {text};\n"
        "const texts = Object.entries(files.words).map(([language, name]) => [language, at(name)]);\n"
        "const words = Object.fromEntries(texts);\n"
        f"await define({{ kernel: at(files.kernel), styles: at(files.styles), words, rulesets: {rulesets} }});\n"
    )


def _described(name: str) -> dict[str, object]:
    movement = RULESETS[name].movement
    return {
        "start": Position.start(name).fen,
        "chequered": movement.dark_squares_only,
        "removal": movement.removal,
        "game_type": RULESETS[name].game_type,
    }
