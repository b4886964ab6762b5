"""What the app in the browser has to be told."""

from pathlib import Path

import msgspec


class HomeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the games lie, and how the server may be addressed."""

    data_dir: Path
    tables: int = 0
    """Endgame tables of up to so many pieces are made while the app runs."""
    hosts: frozenset[str] = frozenset()
    """Names and IP addresses, without port, besides those of loopback; an unspecified address such as 0.0.0.0 means any
    address."""
