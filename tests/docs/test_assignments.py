"""No assignment packs unrelated values: `found, done = 0, 0` has to be two assignments."""

import ast

import pytest

from tests.support import ROOT

FOLDERS = ("src", "lab", "tests", "benchmarks", "tools", "examples")
SOURCES = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]


def packed(source: str) -> list[int]:
    """The line numbers of assignments of several values at once; swaps are allowed."""
    assignments = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assign))
    return [each.lineno for each in assignments if is_packed(each)]


def is_packed(assignment: ast.Assign) -> bool:
    target = assignment.targets[0]
    value = assignment.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    starred = any(isinstance(each, ast.Starred) for each in value.elts)
    return not starred and texts(target) != texts(value)


def texts(values: ast.Tuple) -> list[str]:
    """The sources of the targets or values, sorted."""
    return sorted(ast.unparse(each) for each in values.elts)


def test_no_assignment_packs_values() -> None:
    assert len(SOURCES) > 500
    found = {str(file.relative_to(ROOT)): lines for file in SOURCES if (lines := packed(file.read_text("utf-8")))}
    assert found == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a, b = 1, 2", [1]),
        ("self.a, b = f(x), g(y)", [1]),
        ("a, b = b, a", []),
        ("a, b = f()", []),
        ("*_, last = first, *others", []),
    ],
    ids=["values", "attribute", "swap", "call", "starred"],
)
def test_what_packs_values(source: str, found: list[int]) -> None:
    assert packed(source) == found
