"""tools/site/unused.py: which names of Python's WebAssembly module and of its script stay."""

import pytest

from tests.wasm.runtime import node, say
from tools.site.errors import SiteError
from tools.site.unused import needed, without_exports, without_variables
from tools.site.wasm_file import Named, exports, joined, sized, vector

LINKER = (
    "var asked=[];var _called,_lent,_idle,_number,_silent,_shown,memory,wasmMemory;"
    "function assignWasmExports(wasmExports){"
    '_called=Module["_called"]=wasmExports["called"];'
    '_lent=Module["_lent"]=wasmExports["lent"];'
    '_idle=Module["_idle"]=wasmExports["idle"];'
    '_number=Module["_number"]=wasmExports["number"].value>>>0;'
    '_silent=Module["_silent"]=wasmExports["silent"].value>>>0;'
    '_shown=Module["_shown"]=wasmExports["shown"];'
    'memory=Module["memory"]=wasmMemory=wasmExports["memory"]'
    "}function use(){return _called()+_number+wasmMemory}"
)
"""A script with the parts of pyodide.asm.mjs that matter."""
LOADER = 'export const show=(module)=>module["_shown"]()'
LIBRARY = joined(
    [(2, vector([sized(b"env") + sized(b"lent") + b"\0\0", sized(b"env") + sized(b"other") + b"\3\x7f\0"]))]
)
"""A module that imports a function and a number."""
KEPT = ["called", "lent", "number", "shown", "memory"]
EXPORTED = [*KEPT, "idle", "silent"]
MODULE = joined([(7, vector([sized(name.encode()) + b"\3\0" for name in EXPORTED])), (0, b"\4name")])
"""A module whose exports are one number by many names."""


def wanted() -> set[str]:
    return needed(LINKER, [LOADER], [LIBRARY])


def test_what_scripts_and_libraries_name_stays_exported() -> None:
    kept = without_exports(MODULE, wanted())
    assert [*exports(kept)] == [Named(name, 3) for name in KEPT]
    assert kept.endswith(b"\0\5\4name")


def test_the_script_has_variables_for_the_exports_that_stay() -> None:
    script = without_variables(LINKER, wanted())
    assert script.startswith("var asked=[];var _called,_lent,_number,_shown,memory,wasmMemory;function assignWasm")
    assert all(f'wasmExports["{name}"]' in script for name in KEPT)
    assert "idle" not in script
    assert "silent" not in script


def test_the_script_does_the_same() -> None:
    values = (
        "{ called: () => 1, lent() {}, idle() {}, number: { value: 2 }, silent: { value: 3 }, shown() {}, memory: 4 }"
    )
    use = f"var Module = {{}}; assignWasmExports({values}); console.log(use());"
    for script in (LINKER, without_variables(LINKER, wanted())):
        assert say(node(), "--eval", f"{script};{use}") == "7"


def test_another_script_is_noticed() -> None:
    with pytest.raises(SiteError, match=r"pyodide\.asm\.mjs is not the one"):
        needed("something else", [], [])
    with pytest.raises(SiteError, match=r"pyodide\.asm\.mjs is not the one"):
        without_variables(LINKER.replace("var _called", "let _called"), wanted())
