"""The order of imports in docs/04-architecture.md is the one that import-linter holds."""

import re
import tomllib

from tests.support import ROOT


def test_the_layers_are_those_of_the_contract() -> None:
    page = (ROOT / "docs" / "04-architecture.md").read_text(encoding="utf-8")
    [named] = re.findall(r"^Imports go only downward, in the order (.*); import-linter", page, re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [layers] = [each["layers"] for each in settings["contracts"] if each["name"] == "imports go only downward"]
    assert [group.replace("`", "").split(" beside ") for group in named.split(", ")] == [
        layer.split(" | ") for layer in layers
    ]
