"""Limits, with a clock that only the test sets."""

import pytest

from damaci.online import limits as module
from damaci.online.limits import BucketKey, Limit, Payer, Quota, RateLimits, TooMany

QUOTA = Quota(Limit("player's", 1.0, 4.0), Limit("address's", 2.0, 10.0))
ADA = Payer("1.1.1.1", "ada")
CAN = Payer("1.1.1.1", "can")
NOBODY = Payer("1.1.1.1")


class Watch:
    at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def limits(watch: Watch) -> RateLimits:
    return RateLimits(watch)


def taken(limits: RateLimits, payer: Payer, cost: float = 1.0) -> bool:
    try:
        limits.take(QUOTA, payer, cost)
    except TooMany:
        return False
    return True


def test_a_player_has_so_much_wherever_he_comes_from(limits: RateLimits) -> None:
    payers = [Payer(f"1.1.1.{number}", "ada") for number in range(6)]
    assert [taken(limits, payer) for payer in payers] == [True] * 4 + [False] * 2


def test_an_address_has_so_much_whoever_is_there(limits: RateLimits) -> None:
    payers = [Payer("1.1.1.1", f"player {number}") for number in range(12)]
    assert [taken(limits, payer) for payer in payers] == [True] * 10 + [False] * 2
    assert taken(limits, Payer("2.2.2.2", "eve"))


def test_who_has_spent_his_own_takes_nothing_from_the_others_of_his_address(limits: RateLimits) -> None:
    for _ in range(50):
        taken(limits, ADA)
    assert [taken(limits, CAN) for _ in range(4)] == [True] * 4


def test_what_costs_more_takes_more(limits: RateLimits) -> None:
    assert taken(limits, ADA, 3.0)
    assert not taken(limits, ADA, 2.0)
    assert taken(limits, ADA, 1.0)


def test_what_costs_more_than_there_ever_is_takes_all(limits: RateLimits) -> None:
    assert taken(limits, ADA, 100.0)
    assert not taken(limits, ADA)


def test_the_refusal_says_when_it_can_be_asked_again(limits: RateLimits, watch: Watch) -> None:
    limits.take(QUOTA, ADA, 4.0)
    with pytest.raises(TooMany) as refused:
        limits.take(QUOTA, ADA, 2.5)
    assert (refused.value.status_code, refused.value.code, refused.value.headers) == (
        429,
        "too-many",
        {"retry-after": "3"},
    )
    watch.at += 3
    limits.take(QUOTA, ADA, 2.5)


def test_what_is_charged_in_any_case_is_paid_off_in_time(limits: RateLimits, watch: Watch) -> None:
    assert limits.charge(QUOTA, NOBODY, 8.0) == 0.0
    assert limits.charge(QUOTA, NOBODY, 6.0) == 2.0
    watch.at += 2
    assert limits.charge(QUOTA, NOBODY, 1.0) == 0.5


def test_a_debt_has_a_bound(limits: RateLimits) -> None:
    for _ in range(100):
        limits.charge(QUOTA, NOBODY, 5.0)
    assert limits.charge(QUOTA, NOBODY, 5.0) == 5.0


def test_of_very_many_the_least_recently_used_are_forgotten(
    limits: RateLimits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 3)
    for number in range(10):
        limits.charge(QUOTA, Payer(f"1.1.1.{number}"), 5.0)
    assert len(limits._buckets) == 3
    assert set(limits.untold()) == set(limits._buckets)


# ---- with other processes --------------------------------------------------------------------------------------------


def test_others_are_told_of_those_who_spend_much(limits: RateLimits) -> None:
    limits.take(QUOTA, NOBODY)
    assert limits.untold() == {}
    limits.take(QUOTA, NOBODY)
    assert limits.untold() == {BucketKey(QUOTA.address, "1.1.1.1"): 2.0}
    assert limits.untold() == {}


def test_what_others_have_taken_is_gone_here_too(limits: RateLimits, watch: Watch) -> None:
    limits.take(QUOTA, NOBODY, 2.0)
    limits.untold()
    limits.take(QUOTA, NOBODY, 1.0)
    limits.set_left(BucketKey(QUOTA.address, "1.1.1.1"), 3.0)
    assert [taken(limits, NOBODY) for _ in range(3)] == [True, True, False], "one of the three was taken meanwhile"
    watch.at += 0.5
    assert taken(limits, NOBODY)


def test_who_is_only_refused_pushes_nobody_s_limit_out(limits: RateLimits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 20)
    assert [taken(limits, ADA) for _ in range(5)] == [True] * 4 + [False]
    strangers = [taken(limits, Payer("9.9.9.9", f"forged {number}")) for number in range(100)]
    assert strangers == [True] * 10 + [False] * 90
    assert not taken(limits, ADA)
