"""What an address, and a player, may do in a time: token buckets, whatever the number of sockets and requests."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from damaci.site.rejection import Rejected
from damaci.wire.allowance import Allowance, monotonic

MOST_REMEMBERED = 100_000
"""Number of buckets that are kept; the least recently used is removed first."""
TOLD_SHARE = 1 / 8
"""The share of a bucket that may be spent before other processes are informed. Most visitors never spend it."""


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """So many units a second in the long run, and `burst` at once. Compared by identity, because limits are looked up
    with every frame."""

    name: str
    rate: float
    burst: float


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits of one kind of work: what a player may do, and what all the players of an address may do together."""

    player: Limit
    address: Limit


@dataclass(frozen=True, slots=True)
class Payer:
    """The player and the address whose buckets are charged. Without a player, only the address is charged."""

    address: str
    player: str = ""


class BucketKey(NamedTuple):
    """Names a bucket."""

    limit: Limit
    who: str


@dataclass(slots=True)
class _Bucket:
    allowance: Allowance
    untold: float = 0.0
    """Units not yet reported to the other processes."""


class TooMany(Rejected):
    """Too much was asked for; says after how many seconds it can be asked for again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(429, "too-many", retry_after=seconds)


class RateLimits:
    """The buckets of this process. Other processes' spending is learned through `untold` and `set_left`."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._buckets: OrderedDict[BucketKey, _Bucket] = OrderedDict()
        self._spent: set[BucketKey] = set()
        """Buckets that should be reported to the other processes."""

    def take(self, quota: Quota, payer: Payer, cost: float = 1.0) -> None:
        """Takes from the player's bucket and the address's, or from neither. Raises TooMany."""
        self.check(quota, payer, cost)
        for key in _keys(quota, payer):
            self._charge(key, cost)

    def check(self, quota: Quota, payer: Payer, cost: float = 1.0) -> None:
        """Takes nothing. Raises TooMany where `take` would."""
        # The player's own first: one player of an address must not use up what the others share. Who is only refused is
        # not remembered, or a flood of strangers would push out those who are at their limits.
        for key in _keys(quota, payer):
            bucket = self._buckets.get(key) or self._new(key)
            if wait := bucket.allowance.wait(cost):
                raise TooMany(wait)

    def charge(self, quota: Quota, payer: Payer, cost: float) -> float:
        """Takes in any case, and returns the seconds after which what was taken is paid off."""
        wait = self._charge(BucketKey(quota.address, payer.address), cost)
        if payer.player:
            return max(wait, self._charge(BucketKey(quota.player, payer.player), cost))
        return wait

    def _charge(self, key: BucketKey, cost: float) -> float:
        bucket = self._bucket(key)
        bucket.untold += cost
        if bucket.untold >= TOLD_SHARE * key.limit.burst:
            self._spent.add(key)
        return bucket.allowance.charge(cost)

    def _bucket(self, key: BucketKey) -> _Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = self._new(key)
            if len(self._buckets) > MOST_REMEMBERED:
                self._spent.discard(self._buckets.popitem(last=False)[0])
        self._buckets.move_to_end(key)
        return bucket

    def _new(self, key: BucketKey) -> _Bucket:
        return _Bucket(Allowance(key.limit.rate, key.limit.burst, self._now))

    # ---- with other processes ----------------------------------------------------------------------------------------

    def untold(self) -> dict[BucketKey, float]:
        """What was taken from buckets since the last report. It counts as reported afterwards."""
        found = {}
        for key in self._spent:
            found[key] = self._buckets[key].untold
            self._buckets[key].untold = 0.0
        self._spent.clear()
        return found

    def set_left(self, key: BucketKey, left: float) -> None:
        """Takes over what is left in a shared bucket, less what has been taken here since."""
        if bucket := self._buckets.get(key):
            bucket.allowance.set(left - bucket.untold)


def _keys(quota: Quota, payer: Payer) -> Iterator[BucketKey]:
    if payer.player:
        yield BucketKey(quota.player, payer.player)
    yield BucketKey(quota.address, payer.address)
