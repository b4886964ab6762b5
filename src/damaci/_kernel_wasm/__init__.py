"""The kernel for Python that itself runs in WebAssembly: the interface of `_kernel.pyi`, except arrays, over a separate
WebAssembly module. This module is the JS module `damaci_kernel`, which pages register before they import this package
(pocket/kernel.js).
"""

from damaci._kernel_wasm.places import Places, unpack_block
from damaci._kernel_wasm.position import Position
from damaci._kernel_wasm.rules import movement, rulesets
from damaci._kernel_wasm.searcher import Searcher
from damaci._kernel_wasm.solver import Solver
from damaci._kernel_wasm.tables import Tables

BUILD = "wasm"

__all__ = ["BUILD", "Places", "Position", "Searcher", "Solver", "Tables", "movement", "rulesets", "unpack_block"]
