"""Chooses the compiled kernel that this machine can run: the portable one, or the one for newer x86-64 processors.

If Python itself runs in WebAssembly, the kernel is a WebAssembly module beside it.

DAMACI_KERNEL=baseline in the environment selects the portable one. A development build has only the kernel that its
machine runs.
"""

import os
import sys
from importlib.util import find_spec


def _runs_v3() -> bool:
    portable_wanted = os.environ.get("DAMACI_KERNEL") == "baseline"
    if find_spec("damaci._kernel_baseline"):
        from damaci import _kernel_baseline

        return _kernel_baseline.supports_v3() and not portable_wanted
    if portable_wanted:
        raise ImportError("this development build has no portable kernel; build both: make setup KERNELS=all")
    return True


if sys.platform == "emscripten":
    from damaci._kernel_wasm import *  # noqa: F403
elif _runs_v3():
    from damaci._kernel_v3 import *  # noqa: F403
else:
    from damaci._kernel_baseline import *  # noqa: F403

# The types that _kernel.pyi defines, for annotations that are evaluated at run time.
Move = tuple
Material = Part = tuple
Movement = Endings = Score = Line = Report = Counts = dict
