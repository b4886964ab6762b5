"""Settings of the local app."""

from pathlib import Path

import msgspec


class HomeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The data folder, and the accepted host names."""

    data_dir: Path
    tables: int = 0
    """Endgame tables of up to this many pieces are built while the app runs."""
    hosts: frozenset[str] = frozenset()
    """Names and IP addresses, without port, besides those of loopback; an unspecified address such as 0.0.0.0 means any
    address."""
