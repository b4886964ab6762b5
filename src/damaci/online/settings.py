"""What the server for many players has to be told: environment variables, a TOML file, or nothing at all."""

import tomllib
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
import platformdirs

from damaci.errors import DamaciError

PREFIX = "DAMACI_"
SHORTEST_TOKEN = 16


class BadSettings(DamaciError):
    """A setting that makes no sense; says which, and what was expected."""


class OnlineSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting, with the value that holds when nobody says otherwise.

    `DAMACI_PUBLIC_URL` in the environment is `public_url` in the file; the environment wins. Lists are separated by
    commas there.
    """

    database: str = ""
    """A folder, or a URL such as `postgresql://user:word@host/name`; empty: a folder of this user's own."""
    redis: str = ""
    """A URL such as `redis://host/0`: by it several processes on one PostgreSQL tell each other of moves; else they
    look every second."""
    operator_token: str = ""
    """What whoever runs the server shows to see its state and metrics under /operator: 16 letters at least; empty:
    nobody sees them."""
    hosts: list[str] = []
    """Further names under which it may be addressed: those by which a proxy or Prometheus reaches it."""
    public_url: str = ""
    """The address that players type, such as `https://dama.example`; empty: whatever address they have come by."""
    trusted_proxies: list[str] = []
    """Addresses and networks whose `X-Forwarded-For` is believed."""
    accounts: Literal["off", "open"] = "off"
    """Whether anybody may sign up; without accounts everybody is a guest."""
    engine_games: Annotated[int, msgspec.Meta(ge=0)] = 2
    """Unfinished games against the computer that a player may have; 0: nobody plays the computer."""
    changes_per_minute: Annotated[int, msgspec.Meta(ge=1)] = 120
    """Requests that change something: as many from one address, and as many from one player."""

    def __post_init__(self) -> None:
        _ = self.proxies
        if self.operator_token and len(self.operator_token) < SHORTEST_TOKEN:
            raise ValueError(f"operator_token: expected {SHORTEST_TOKEN} letters at least, or none")
        url = urlsplit(self.public_url)
        if self.public_url and (url.scheme not in ("http", "https") or not url.hostname or url.path not in ("", "/")):
            raise ValueError(f"public_url {self.public_url!r}: expected http:// or https:// and a host, without a path")

    @property
    def place(self) -> str | Path:
        """Where the store is: `database`, or this user's folder, beside the games played on this machine alone."""
        return self.database or platformdirs.user_data_path("damaci", appauthor=False) / "online"

    @property
    def alone(self) -> bool:
        """Whether no other process serves these games."""
        return not (self.redis or self.database.startswith("postgresql"))

    @property
    def secure(self) -> bool:
        """Whether players come by https."""
        return self.public_url.startswith("https:")

    @property
    def proxies(self) -> list[IPv4Network | IPv6Network]:
        """`trusted_proxies`, parsed. Raises ValueError."""
        return [ip_network(each) for each in self.trusted_proxies]


def load(environment: Mapping[str, str], file: Path | None = None) -> OnlineSettings:
    """The settings of a file, if there is one, and of the environment. Raises BadSettings.

    >>> load({"DAMACI_ACCOUNTS": "open"}).accounts
    'open'
    """
    values = _read(file) if file else {}
    values |= {
        name: _value(name, environment[PREFIX + name.upper()])
        for name in _names()
        if PREFIX + name.upper() in environment
    }
    try:
        return msgspec.convert(values, OnlineSettings, strict=False)
    except ValueError as error:
        raise BadSettings(f"settings: {error}") from error


def _names() -> tuple[str, ...]:
    return OnlineSettings.__struct_fields__


def _value(name: str, text: str) -> Any:
    if isinstance(getattr(OnlineSettings(), name), list):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _read(file: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file}: {error}") from error
    if unknown := sorted(values.keys() - set(_names())):
        raise BadSettings(f"{file}: no setting {unknown[0]!r}; there are {', '.join(_names())}")
    return values
