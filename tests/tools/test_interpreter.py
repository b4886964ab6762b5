"""tools/site/interpreter.py: what is changed in Python's WebAssembly module, with a tiny module in its place."""

import pytest

from tests.wasm.runtime import node, say
from tools.site.errors import SiteError
from tools.site.interpreter import CATCHING, EVALUATION, catching
from tools.site.wasm_file import joined, sized, vector

BODY = bytes.fromhex("2000 41d804 6a 0b")
"""local.get 0, i32.const 600, i32.add, end"""
LOCALS = bytes.fromhex("02 017f 027e")
"""One i32 and two i64."""
PARTS = {
    1: [bytes.fromhex("60 017f 00"), bytes.fromhex("60 017f 017f"), bytes.fromhex("60 00 00")],
    2: [
        sized(b"m") + sized(name) + kind
        for name, kind in ((b"f", b"\0\0"), (b"t", b"\1\x70\1\1\2"), (b"m", b"\2\0\1"), (b"g", b"\3\x7f\1"))
    ],
    3: [b"\2", b"\1"],
    13: [b"\0\0"],
    7: [sized(b"memory") + b"\2\0", sized(EVALUATION.encode()) + b"\0\2"],
    10: [sized(b"\0\x0b"), sized(LOCALS + BODY)],
}
"""What is in each section of a module whose third function adds 600; the first one is imported."""
RUN = """
const imports = { f() {}, t: new WebAssembly.Table({ element: "anyfunc", initial: 1, maximum: 2 }),
  m: new WebAssembly.Memory({ initial: 1 }), g: new WebAssembly.Global({ value: "i32", mutable: true }, 0) };
const { instance } = await WebAssembly.instantiate(Buffer.from(process.argv[1], "hex"), { m: imports });
const { _PyEval_EvalFrameDefault: add } = instance.exports;
console.log(add(5), add(0));
"""


def module(parts: dict[int, list[bytes]]) -> bytes:
    """A module with these sections."""
    return joined([(number, vector(each)) for number, each in parts.items()])


def test_the_function_that_runs_bytecode_catches_what_is_never_thrown() -> None:
    changed = PARTS | {10: [PARTS[10][0], sized(LOCALS + CATCHING + BODY)]}
    assert catching(module(PARTS)) == module(changed)


def test_the_changed_module_is_valid_and_does_the_same() -> None:
    script = (node(), "--input-type=module", "--eval", RUN)
    assert say(*script, catching(module(PARTS)).hex()) == say(*script, module(PARTS).hex()) == "605 600"


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({7: [sized(b"other") + b"\0\2"]}, EVALUATION),
        ({7: [sized(EVALUATION.encode()) + b"\3\0"]}, EVALUATION),
        ({2: [sized(b"m") + sized(b"e") + b"\4\0\0"]}, "an import"),
        ({13: [b"\0\2"]}, "its first tag"),
        ({13: []}, "its first tag"),
        ({3: [b"\1", b"\2"]}, "the parameters"),
        ({1: [b"\x5f\0"]}, "a type"),
        ({10: [sized(b"\0\x0b"), b"\7"]}, "its end"),
    ],
)
def test_another_module_is_refused(changes: dict[int, list[bytes]], what: str) -> None:
    with pytest.raises(SiteError, match=f"tools/site knows: {what}"):
        catching(module(PARTS | changes))


def test_a_module_without_exceptions_is_refused() -> None:
    with pytest.raises(SiteError, match="its first tag"):
        catching(module({number: each for number, each in PARTS.items() if number != 13}))


def test_something_else_is_refused() -> None:
    with pytest.raises(SiteError, match="its head"):
        catching(b"something else")
