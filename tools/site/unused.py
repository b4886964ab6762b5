"""Python's WebAssembly module and its script without the names that are for libraries which the site does not load.

Pyodide exports every function and variable of Python and of its C library: 8,560. At each start the script makes an
object for each of them, and a place in the table of functions. The site needs those that the scripts name, and those
that msgspec imports.
"""

import re
from collections.abc import Container, Iterable

from tools.site.errors import SiteError
from tools.site.wasm_file import EXPORTS, encoded, exports, imports, replaced, sized, vector

ASSIGNED = re.compile(r"(function assignWasmExports\(wasmExports\)\{)([^{}]*)(\})")
"""The function of pyodide.asm.mjs that gives the script's variables what is exported."""
ASSIGNMENT = re.compile(r'([\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?')
DECLARED = re.compile(r"(var )((?:[\w$]+,)+[\w$]+)(;function assignWasmExports)")
"""The variables that it gives it to."""
WORD = re.compile(r"[\w$]+")


def needed(linker: str, others: Iterable[str], libraries: Iterable[bytes]) -> set[str]:
    """The names that pyodide.asm.mjs, other scripts or libraries, as WebAssembly modules, use. Raises SiteError."""
    statements = _found(ASSIGNED, linker)[2].split(";")
    special = [each for each in statements if not ASSIGNMENT.fullmatch(each)]
    rest = ASSIGNED.sub("", DECLARED.sub(r"\3", linker))
    words = {word for script in (rest, *special, *others) for word in WORD.findall(script)}
    imported = {each.name for library in libraries for each in imports(library)}
    # The script's variable for an export has a low line before its name.
    return words | {word.removeprefix("_") for word in words} | imported


def without_exports(module: bytes, wanted: Container[str]) -> bytes:
    """The module without the exports that are not wanted."""
    kept = [each for each in exports(module) if each.name in wanted]
    content = [sized(each.name.encode()) + bytes([each.kind]) + encoded(each.number) for each in kept]
    return replaced(module, EXPORTS, vector(content))


def without_variables(linker: str, wanted: Container[str]) -> str:
    """The script pyodide.asm.mjs without the variables for exports that are not wanted. Raises SiteError."""
    statements = _found(ASSIGNED, linker)[2].split(";")
    dropped = [each for each in map(ASSIGNMENT.fullmatch, statements) if each and each[2] not in wanted]
    gone = {each[0] for each in dropped} | {each[1] for each in dropped}
    names = [each for each in _found(DECLARED, linker)[2].split(",") if each not in gone]
    kept = [each for each in statements if each not in gone]
    linker = DECLARED.sub(lambda found: found[1] + ",".join(names) + found[3], linker)
    return ASSIGNED.sub(lambda found: found[1] + ";".join(kept) + found[3], linker)


def _found(pattern: re.Pattern[str], linker: str) -> re.Match[str]:
    """The only place where a pattern is found. Raises SiteError if there is not just one."""
    found = [*pattern.finditer(linker)]
    if len(found) != 1:
        raise SiteError(f"pyodide.asm.mjs is not the one that tools/site/unused.py knows: {pattern.pattern[:40]}...")
    return found[0]
