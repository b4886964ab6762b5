"""The address of a client, behind proxies or not."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from damaci.site.connection import Connection
from damaci.site.connection_limit import ConnectionLimit

Network = IPv4Network | IPv6Network


def client_address(connection: Connection, trusted: Sequence[Network]) -> str:
    """The client's address: the last one in X-Forwarded-For that is not a trusted proxy."""
    address = ""
    if connection.client:
        address = connection.client.host
    # Some proxies add a header line of their own after the client's.
    lines = ",".join(connection.headers.getall("x-forwarded-for", []))
    named = [each.strip() for each in lines.split(",") if each.strip()]
    while named and is_trusted(address, trusted):
        address = named.pop()
    return address


def network_of(address: str) -> str:
    """The key of an address for rate limits. An IPv6 client has a whole /64 network, which counts once."""
    try:
        there = parsed(address)
    except ValueError:
        return address
    if there.version == 4:
        return str(there)
    return str(IPv6Network((there, 64), strict=False))


def parsed(address: str) -> IPv4Address | IPv6Address:
    """Parses an address. A dual-stack socket reports an IPv4 address as an IPv4-mapped IPv6 one. Raises ValueError."""
    there = ip_address(address)
    if isinstance(there, IPv6Address):
        return there.ipv4_mapped or there
    return there


def is_trusted(address: str, networks: Sequence[Network]) -> bool:
    """Whether an address is that of a proxy whose headers are believed."""
    try:
        there = parsed(address)
    except ValueError:
        return False
    return any(there in network for network in networks)


def connection_limit(most: float, trusted: Sequence[Network]) -> ConnectionLimit:
    """At most `most` connections of each client, and any number of a trusted proxy."""

    def counted_as(address: str) -> str:
        return "" if is_trusted(address, trusted) else network_of(address)

    return ConnectionLimit(most, counted_as)
