"""Checks of what a caller passes in, with the compiled kernel's own words."""

MOST_MEGABYTES = 1024
"""The largest hash table: a module has 4 GB of memory at most, and browsers give less."""


def at_least(least: float, value: float, name: str) -> None:
    """Raises ValueError for a number below the least."""
    if not value >= least:  # NaN is not
        raise ValueError(f"{name} is {value}; expected {least} or more")


def expect_megabytes(least: int, megabytes: int) -> None:
    """Raises ValueError, and MemoryError for more than there can be."""
    at_least(least, megabytes, "hash_megabytes")
    if megabytes > MOST_MEGABYTES:
        raise MemoryError
