"""The number of connections from an address."""

from ipaddress import ip_network

from damaci.online.addressing import connection_limit
from damaci.site.connection_limit import ConnectionLimit


def test_an_address_may_have_so_many_and_another_as_many() -> None:
    limit = ConnectionLimit(2)
    assert [limit.enter("192.0.2.1") for _ in range(4)] == [True, True, False, False]
    assert limit.enter("192.0.2.2")


def test_after_one_has_left_another_may_enter() -> None:
    limit = ConnectionLimit(1)
    assert limit.enter("192.0.2.1")
    limit.leave("192.0.2.1")
    assert limit.enter("192.0.2.1")
    assert not limit.enter("192.0.2.1")


def test_who_is_exempt_is_not_counted() -> None:
    limit = connection_limit(1, [ip_network("192.0.2.1")])
    assert all(limit.enter("192.0.2.1") for _ in range(10))
    for _ in range(10):
        limit.leave("192.0.2.1")
    assert limit.enter("192.0.2.2")
    assert not limit.enter("192.0.2.2")


def test_addresses_of_a_network_count_together() -> None:
    limit = connection_limit(1, [])
    assert limit.enter("2001:db8::1")
    assert not limit.enter("2001:db8::2")
    limit.leave("2001:db8::1")
    assert limit.enter("2001:db8::2")


def test_who_has_left_is_not_remembered() -> None:
    limit = ConnectionLimit(1)
    limit.enter("192.0.2.1")
    limit.leave("192.0.2.1")
    assert not limit.addresses
