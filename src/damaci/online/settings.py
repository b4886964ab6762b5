"""Settings of the server for many players, from environment variables and a TOML file."""

import tomllib
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
import platformdirs

from damaci.errors import DamaciError
from damaci.online.mail.address import is_sender
from damaci.online.names import fold

PREFIX = "DAMACI_"
SHORTEST_TOKEN = 16


class BadSettings(DamaciError):
    """An invalid setting; the message names it and says what was expected."""


class OnlineSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default value.

    `DAMACI_PUBLIC_URL` in the environment is `public_url` in the file; the environment takes precedence. In the
    environment, lists are separated by commas.
    """

    database: str = ""
    """A folder, or a URL such as `postgresql://user:word@host/name`; empty: the user's data folder."""
    tables: str = ""
    """A folder with endgame tables, made by `damaci tablebase build`; empty: that of the user who runs the server."""
    make_tables: Annotated[int, msgspec.Meta(ge=0, le=6)] = 4
    """Endgame tables of up to so many pieces that are missing there are made in the background, in a process that gives
    way to everything else; 0: none."""
    redis: str = ""
    """A URL such as `redis://host/0`, through which several processes on one PostgreSQL notify each other of moves;
    without it they read the database every second."""
    operator_token: str = ""
    """The token for the operator's pages and metrics under /operator, 16 characters at least; empty: they are
    disabled."""
    hosts: list[str] = []
    """Further accepted host names, such as those by which a proxy or Prometheus reaches the server."""
    public_url: str = ""
    """The public address, such as `https://dama.example`; empty: the address of each request."""
    trusted_proxies: list[str] = []
    """Addresses and networks of proxies whose `X-Forwarded-For` is trusted."""
    site: str = ""
    """The folder that `make site` has made, served below /app/: finished games are analysed there, in the visitors'
    browsers; empty: `site` in the user's data folder, or build/site of a clone, if it is there; `off`: none."""
    push_hosts: list[str] = []
    """Push services of one's own, as `host` or `host:port`, to which notices may be sent over plain HTTP and to any
    address; all others have to be public and use HTTPS."""
    mail_host: str = ""
    """The mail server by which players get notices who want them; empty: no mail is sent."""
    mail_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """Its port; 0: the usual one, 587, 465 or 25 by `mail_tls`."""
    mail_tls: Literal["starttls", "tls", "off"] = "starttls"
    """How the connection to it is encrypted: after an unencrypted greeting, from the start, or not at all."""
    mail_user: str = ""
    """The name by which this server signs in there; empty: it does not."""
    mail_password: str = ""
    """The passphrase of that user."""
    mail_password_file: str = ""
    """A file with the passphrase in its first line, instead of `mail_password`."""
    mail_from: str = ""
    """The address that mails are from."""
    mail_per_day: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 12
    """Mails to one player in a day at most."""
    accounts: Literal["off", "open"] = "off"
    """Whether anyone may sign up; without accounts every player is a guest."""
    engine_games: Annotated[int, msgspec.Meta(ge=0)] = 2
    """Unfinished games against the computer that a player may have; 0: there are none."""
    engine_seconds: Annotated[float, msgspec.Meta(ge=0.1, le=99)] = 5.0
    """Seconds that the computer thinks about a move at most; slower levels are refused."""
    house: Literal["on", "off"] = "on"
    """Whether the house has players of its own: a computer at each level, whom people may challenge."""
    house_games: Annotated[int, msgspec.Meta(ge=1)] = 4
    """Unfinished games that each of them may have."""
    house_seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 15.0
    """Seconds that a seek has waited before one of them accepts it; 0: they accept none."""
    tournaments: Literal["off", "listed", "open"] = "open"
    """Who may announce tournaments: nobody, the accounts in `arbiters`, every account."""
    arbiters: list[str] = []
    """The names of accounts that may announce tournaments, where `tournaments` is "listed"."""
    seeks_per_address: Annotated[int, msgspec.Meta(ge=1)] = 20
    """Open seeks in the lobby from one address; a school or club has one address for all its players."""
    changes_per_minute: Annotated[int, msgspec.Meta(ge=1)] = 480
    """Changing requests a minute from one address, by their cost; one player has half of that."""

    memory_megabytes: Annotated[int, msgspec.Meta(ge=1)] = 256
    """Memory, in MiB, for open games and for finished games that are looked at, besides what the process itself
    takes."""
    keep_unbegun_days: Annotated[int, msgspec.Meta(ge=0)] = 7
    """Days after which a game in which nobody has moved is removed; 0: never, here and below."""
    keep_abandoned_days: Annotated[int, msgspec.Meta(ge=0)] = 365
    """Days after which an unfinished game in which nobody moves any more ends as a draw."""
    keep_invitations_days: Annotated[int, msgspec.Meta(ge=0)] = 30
    """Days after which an invitation is removed whose sender has not been in the lobby since."""
    keep_guests_days: Annotated[int, msgspec.Meta(ge=0)] = 90
    """Days after which a guest is removed who has no games, seeks and programs."""

    def __post_init__(self) -> None:
        self._expect_proxies()
        self._expect_ports()
        if self.redis and urlsplit(self.redis).scheme not in ("redis", "rediss", "unix"):
            raise ValueError("redis: expected a URL such as redis://host/0")  # without its text, which has a passphrase
        if self.operator_token and len(self.operator_token) < SHORTEST_TOKEN:
            raise ValueError(f"operator_token: expected {SHORTEST_TOKEN} letters at least, or none")
        url = urlsplit(self.public_url)
        if self.public_url and (url.scheme not in ("http", "https") or not url.hostname or url.path not in ("", "/")):
            raise ValueError(f"public_url {self.public_url!r}: expected http:// or https:// and a host, without a path")
        if self.mail_host:
            self._expect_mail()

    def _expect_proxies(self) -> None:
        try:
            _ = self.proxies
        except ValueError as error:
            raise ValueError(f"trusted_proxies: {error}") from error

    def _expect_ports(self) -> None:
        for name in ("database", "redis", "public_url"):
            try:
                _ = urlsplit(getattr(self, name)).port
            except ValueError as error:  # without the text of the setting, which may have a passphrase
                raise ValueError(f"{name}: expected a number from 0 to 65535 as the port") from error

    def _expect_mail(self) -> None:
        if not self.public_url:
            raise ValueError("mail_host: mails have links, so public_url has to be set too")
        if not is_sender(self.mail_from):
            raise ValueError(f"mail_from {self.mail_from!r}: expected an address such as dama@dama.example")
        if self.mail_password and self.mail_password_file:
            raise ValueError("mail_password and mail_password_file: expected one of them")
        if self.mail_user and self.mail_tls == "off" and self.mail_host not in ("localhost", "127.0.0.1", "::1"):
            raise ValueError("mail_tls: without encryption nobody signs in at another machine")

    @property
    def has_house(self) -> bool:
        """Whether the house has players: it is on, and games against the computer are allowed."""
        return self.house == "on" and self.engine_games > 0

    @property
    def folded_arbiters(self) -> frozenset[str]:
        """`arbiters`, as accounts are known."""
        return frozenset(fold(name) for name in self.arbiters)

    @property
    def tables_folder(self) -> Path:
        """Where endgame tables are looked for; there need not be any."""
        return Path(self.tables) if self.tables else platformdirs.user_data_path("damaci", appauthor=False) / "tables"

    @property
    def place(self) -> str | Path:
        """The store's place: `database`, else a subfolder of the user's data folder."""
        return self.database or platformdirs.user_data_path("damaci", appauthor=False) / "online"

    @property
    def folder(self) -> Path | None:
        """The folder of the SQLite file; None for a database server."""
        if not self.database.startswith("sqlite:"):
            return None if "://" in self.database else Path(self.place)
        file = urlsplit(self.database).path.removeprefix("/")
        return Path(file).absolute().parent if file else None

    @property
    def memory_for_finished_games(self) -> int:
        """Bytes: a quarter of `memory_megabytes`."""
        return self.memory_megabytes * 2**20 // 4

    @property
    def memory_for_rooms(self) -> int:
        """Bytes: what is left of `memory_megabytes`."""
        return self.memory_megabytes * 2**20 - self.memory_for_finished_games

    @property
    def alone(self) -> bool:
        """Whether this is the only process that serves these games."""
        return not (self.redis or self.database.startswith("postgresql"))

    @property
    def secure(self) -> bool:
        """Whether the public address uses HTTPS."""
        return self.public_url.startswith("https:")

    @property
    def proxies(self) -> list[IPv4Network | IPv6Network]:
        """`trusted_proxies`, parsed. Raises ValueError."""
        return [ip_network(each) for each in self.trusted_proxies]


def load(environment: Mapping[str, str], file: Path | None = None) -> OnlineSettings:
    """Loads the settings from a file, if given, and from the environment. Raises BadSettings.

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
        settings = msgspec.convert(values, OnlineSettings, strict=False)
    except ValueError as error:
        raise BadSettings(f"settings: {_named(error)}") from error
    return _with_password(settings)


def _named(error: ValueError) -> str:
    """What is wrong, after the setting's name, with its choices where there are some."""
    text, _, place = str(error).partition(" - at `$.")
    name = place.rstrip("`").partition("[")[0]
    if not name:
        return text
    choices = get_args(get_type_hints(OnlineSettings)[name])
    if choices and all(isinstance(each, str) for each in choices):
        text += f", expected one of: {', '.join(choices)}"
    return f"{name}: {text}"


def _with_password(settings: OnlineSettings) -> OnlineSettings:
    """With the mail server's passphrase read from its file, if it is in one. Raises BadSettings."""
    if not (settings.mail_host and settings.mail_password_file):
        return settings
    try:
        lines = Path(settings.mail_password_file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"settings: mail_password_file: {error}") from error
    return msgspec.structs.replace(settings, mail_password=lines[0] if lines else "", mail_password_file="")


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
