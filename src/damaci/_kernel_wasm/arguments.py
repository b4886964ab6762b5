"""Checks of arguments, with the error messages of the compiled kernel."""

MOST_MEGABYTES = 1024
"""The largest hash table: a module can have at most 4 GB of memory, and browsers allow less."""


def at_least(least: float, value: float, name: str) -> None:
    """Raises ValueError for a number below the least."""
    if not value >= least:  # NaN is not
        raise ValueError(f"{name} is {value}; expected {least} or more")


def expect_megabytes(least: int, megabytes: int) -> None:
    """Raises ValueError, and MemoryError for a table that is larger than the largest."""
    at_least(least, megabytes, "hash_megabytes")
    if megabytes > MOST_MEGABYTES:
        raise MemoryError
