"""The numbers of the search that can be tuned."""

from damaci import _kernel
from lab.spsa import Range

DEFAULTS: dict[str, int] = _kernel.search_parameters()
"""The numbers that the engine searches with."""

RANGES = {
    "aspiration": Range(5, 60),
    "good_enough_margin": Range(20, 120),
    "probcut_share": Range(20, 70),
    "probcut_margin": Range(3, 40),
    "reduction_base": Range(-50, 200),
    "reduction_divisor": Range(80, 400),
    "history_weight": Range(2, 64),
    "history_most": Range(256, 8192),
}
"""The ranges in which better numbers are looked for (kernel/search/parameters.hpp explains each number)."""
