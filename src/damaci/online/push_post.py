"""Sends a message to a push service, and nowhere else: only over HTTPS, and to public addresses."""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0
"""Seconds that a push service has for its answer."""
LONGEST = 1000
"""Characters of a push service's address for one browser."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class BadEndpoint(ValueError):
    """This server does not send messages to that address."""


class Rules(NamedTuple):
    """Where messages may be sent. The usual ones are the only ones outside tests."""

    schemes: tuple[str, ...] = ("https",)
    ports: tuple[int, ...] = (443,)
    allowed: Callable[[Address], bool] = lambda address: address.is_global and not address.is_multicast


USUAL = Rules()


def parse(endpoint: str, rules: Rules = USUAL) -> SplitResult:
    """The address of a push service for one browser. Raises BadEndpoint."""
    try:
        place = urlsplit(endpoint)
        port = place.port or 443
    except ValueError as error:
        raise BadEndpoint(str(error)) from error
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST
    if not plain or place.scheme not in rules.schemes or not place.hostname or place.username or place.fragment:
        raise BadEndpoint("expected the https address of a push service")
    if rules.ports and port not in rules.ports:
        raise BadEndpoint("expected the usual port")
    return place


def post(endpoint: str, body: bytes, headers: Mapping[str, str], rules: Rules = USUAL) -> int:
    """Posts a message and returns the status of the answer, without following it anywhere. The name is looked up once,
    and what is connected to is the very address that was checked. Raises BadEndpoint, OSError."""
    place = parse(endpoint, rules)
    host = place.hostname or ""
    port = place.port or (443 if place.scheme == "https" else 80)
    address = _address(host, port, rules)
    connection = _Pinned(host, port, address) if place.scheme == "https" else _Plain(host, port, address)
    try:
        path = f"{place.path or '/'}?{place.query}" if place.query else place.path or "/"
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(f"no answer that can be understood: {error}") from error
    finally:
        connection.close()


def _address(host: str, port: int, rules: Rules) -> str:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(rules.allowed(ipaddress.ip_address(each.partition("%")[0])) for each in addresses):
        raise BadEndpoint("expected a public address")
    return addresses[0]


class _Plain(http.client.HTTPConnection):
    """Connects to an address that has been checked; the tests' push service has no certificate."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)


class _Pinned(_Plain):
    """The same with TLS, with a certificate for the name."""

    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)
