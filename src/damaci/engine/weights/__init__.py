"""The weights of the evaluation, a file for each ruleset; the .md beside it says how they were learned."""

import zlib
from functools import cache
from importlib import resources

from damaci.arguments import expect_kind
from damaci.errors import DamaciError
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.rules.ruleset import Ruleset

HEADER = b"damaci weights 2\n"
"""The first bytes of a file, before the compressed tables of kernel/eval/network.hpp."""
LARGEST = 1 << 20
"""Files that unpack to this many bytes or more are refused; the tables have 66,052 bytes."""

# Rulesets that differ only in details have the same weights.
_LEARNED = {
    "turkish": "turkish",
    "hgware": "turkish",
    "kenyan": "turkish",
    "world": "world",
    "bulgarian": "bulgarian",
    "armenian": "armenian",
}


def learned(ruleset: str | Ruleset) -> bytes:
    """The tables for a ruleset, as Engine.load_weights takes them. Raises UnknownRuleset."""
    return _read(_LEARNED[find_ruleset(ruleset).name])


@cache
def _read(name: str) -> bytes:
    return unpack(resources.files(__name__).joinpath(f"{name}.weights").read_bytes())


def pack(tables: bytes) -> bytes:
    """The file that holds these tables. Raises BadArgument."""
    return HEADER + zlib.compress(expect_kind("tables", tables, bytes), 9)


def unpack(file: bytes) -> bytes:
    """The tables in such a file. Raises DamaciError when it is another kind of file, damaged, or larger than tables can
    be."""
    if not expect_kind("file", file, bytes).startswith(HEADER):
        raise DamaciError(f"not a file of weights: it begins with {file[:20]!r}; expected {HEADER!r}")
    unpacker = zlib.decompressobj()
    try:
        tables = unpacker.decompress(file[len(HEADER) :], LARGEST)
    except zlib.error as error:
        raise DamaciError(f"the file of weights is damaged: {error}") from None
    if len(tables) == LARGEST:
        raise DamaciError(f"the file of weights unpacks to {LARGEST:,} bytes or more: the tables have 66,052")
    if not unpacker.eof:
        raise DamaciError("the file of weights is damaged: it ends too early")
    return tables
