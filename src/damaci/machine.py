"""The processors and the memory of this machine."""

import os
import platform
import re
from pathlib import Path

_WHERE_UNKNOWN = 4 << 30


def cores() -> int:
    """How many processors there are."""
    return os.cpu_count() or 1


def memory() -> int:
    """Bytes of main memory; 4 GB if the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return _WHERE_UNKNOWN


def megabytes() -> int:
    """Megabytes of main memory."""
    return memory() >> 20


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or "unknown"
