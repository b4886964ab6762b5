"""Python's WebAssembly module, changed so that Chromium keeps the machine code of the function that runs bytecode.

Of a function that calls others by their numbers in a table, V8 inlines those that were called so far, and throws its
machine code away when another one is called ("deoptimization"). _PyEval_EvalFrameDefault calls whatever a program
needs, and is so long that V8 compiles it for a fifth of a second each time. V8 makes no such guesses in a function that
has a `catch_all`. So the function gets one at its beginning, around nothing: docs/decisions/0020.
"""

from tools.site.wasm_file import (
    CODE,
    FUNCTION,
    FUNCTIONS,
    TAGS,
    TYPES,
    Named,
    Reader,
    exports,
    imports,
    replaced,
    section,
    sized,
    unknown,
    vector,
)

EVALUATION = "_PyEval_EvalFrameDefault"
"""The function that runs bytecode. Its first parameter is an address that is never 0."""
SIGNATURE = 0x60
I32 = 0x7F
CATCHING = bytes.fromhex("0240 2000 0d00 0640 4100 0800 190b 0b")
"""block (local.get 0) (br_if 0) try (i32.const 0) (throw 0) catch_all end end: skipped, unless the address is 0."""


def catching(module: bytes) -> bytes:
    """The module with CATCHING at the beginning of EVALUATION. Raises SiteError."""
    own = _number(module) - sum(each.kind == FUNCTION for each in imports(module))
    _check(module, own)
    reader = Reader(section(module, CODE))
    bodies = [reader.block() for _ in range(reader.number())]
    bodies[own] = _with_catch(bodies[own])
    return replaced(module, CODE, vector([*map(sized, bodies)]))


def _number(module: bytes) -> int:
    """The number of EVALUATION among all functions."""
    for each in exports(module):
        if each == Named(EVALUATION, FUNCTION, each.number):
            return each.number
    raise unknown(EVALUATION)


def _check(module: bytes, own: int) -> None:
    """Raises SiteError unless CATCHING is valid in a function: its first parameter and that of tag 0 are i32."""
    types = section(module, TYPES)
    tags = Reader(section(module, TAGS))
    if not (tags.number() and tags.byte() == 0 and _parameters(types, tags.number()) == bytes([I32])):
        raise unknown("its first tag")
    functions = Reader(section(module, FUNCTIONS))
    signature = [functions.number() for _ in range(functions.number())][own]
    if not _parameters(types, signature).startswith(bytes([I32])):
        raise unknown("the parameters of the function")


def _parameters(types: bytes, wanted: int) -> bytes:
    """The types of the parameters of a signature."""
    reader = Reader(types)
    signatures = []
    for _ in range(reader.number()):
        if reader.byte() != SIGNATURE:
            raise unknown("a type")
        signatures.append((reader.block(), reader.block()))
    return signatures[wanted][0]


def _with_catch(body: bytes) -> bytes:
    reader = Reader(body)
    for _ in range(reader.number()):
        reader.number()  # How many local variables...
        reader.byte()  # ...of which type.
    return body[: reader.at] + CATCHING + body[reader.at :]
