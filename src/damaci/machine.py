"""What this machine has."""

import os

_WHERE_UNKNOWN = 4 << 30


def cores() -> int:
    """How many processors there are."""
    return os.cpu_count() or 1


def memory() -> int:
    """Bytes of main memory; 4 GB where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return _WHERE_UNKNOWN


def megabytes() -> int:
    """Megabytes of main memory."""
    return memory() >> 20
