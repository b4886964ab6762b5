"""What the evaluation has learned, a file for each ruleset; the .md beside it tells how it was learned."""

import zlib
from functools import cache
from importlib import resources

HEADER = b"damaci weights 2\n"
"""Before the compressed tables of kernel/eval/network.hpp."""

# Rulesets that differ only in details are played on the same weights.
_LEARNED = {
    "turkish": "turkish",
    "hgware": "turkish",
    "kenyan": "turkish",
    "world": "world",
    "bulgarian": "bulgarian",
    "armenian": "armenian",
}


@cache
def learned(ruleset: str) -> bytes | None:
    """The tables for a ruleset, as the kernel's Searcher.learn takes them; None where nothing has been learned yet."""
    name = _LEARNED.get(ruleset)
    if name is None:
        return None
    return unpack(resources.files(__name__).joinpath(f"{name}.weights").read_bytes())


def pack(tables: bytes) -> bytes:
    """The file that holds these tables."""
    return HEADER + zlib.compress(tables, 9)


def unpack(file: bytes) -> bytes:
    """The tables in such a file. Raises ValueError when it is another kind of file, or damaged."""
    if not file.startswith(HEADER):
        raise ValueError(f"not a file of weights: it begins with {file[:20]!r}; expected {HEADER!r}")
    try:
        return zlib.decompress(file[len(HEADER) :])
    except zlib.error as error:
        raise ValueError(f"the file of weights is damaged: {error}") from None
