"""What the app in the browser has to be told."""

from pathlib import Path

import msgspec


class WebSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the games lie, and at which address the server listens (an IP address or a host name, without port)."""

    data_dir: Path
    host: str = "127.0.0.1"
