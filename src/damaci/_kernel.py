"""Chooses the compiled kernel that this machine can run: the portable one, or the one for newer x86-64 processors.

DAMACI_KERNEL=baseline in the environment asks for the portable one.
"""

import os

from damaci import _kernel_baseline

if _kernel_baseline.supports_v3() and os.environ.get("DAMACI_KERNEL") != "baseline":
    from damaci._kernel_v3 import *  # noqa: F403
else:
    from damaci._kernel_baseline import *  # noqa: F403

# The types that _kernel.pyi spells out, as far as annotations need them at run time.
Move = tuple
Material = tuple
Movement = Endings = Score = Line = Report = Counts = dict
