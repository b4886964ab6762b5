"""The tree of modules in docs/04-architecture.md is up to date."""

from tools.tree import BLOCK, ORDER, PAGE, order, tree


def test_the_tree_is_true() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert BLOCK.search(page)[0] == tree(), "run: .venv/bin/python tools/tree.py"  # type: ignore[index]


def test_the_order_of_imports_is_the_one_that_is_held() -> None:
    assert ORDER.findall(PAGE.read_text(encoding="utf-8")) == [order()], "run: .venv/bin/python tools/tree.py"


def test_every_module_says_what_it_is() -> None:
    silent = [line for line in tree().splitlines() if line.endswith((".py", ".hpp", ".cpp"))]
    assert silent == []
