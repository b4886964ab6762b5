"""All computers that may be challenged: the house's players, and other people's programs."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from damaci.online.people import Figure, RatingOf
from damaci.online.services import OnlineServices
from damaci.rating.speed import Speed
from damaci.store.players import Player

_Ratings = Mapping[tuple[str, Speed], Figure]


class Bot(msgspec.Struct, frozen=True):
    """A computer. `computer`: the name of its level, or `program` for one that somebody else runs; `here`: whether it
    can be challenged now; `playing`: its unfinished games against people, of `most` that it may have (both 0 where
    nobody counts them)."""

    name: str
    account: str
    computer: str
    here: bool
    playing: int
    most: int
    ratings: Sequence[RatingOf]


async def bots_of(services: OnlineServices) -> Sequence[Bot]:
    """The house's players, weakest first, then the programs: those that are connected first. Raises StoreError."""
    house = services.house
    programs = await services.store.players.programs()
    here = await services.seen.here([each.id for each in (*house.players, *programs)])
    players = [*house.players, *sorted(programs, key=lambda each: each.id not in here)]
    games = Counter(each.player for each in await house.playing())
    ratings = await services.people.all_ratings(players)
    return [_bot(services, each, each.id in here, games[each.id], ratings.get(each.id, {})) for each in players]


def _bot(services: OnlineServices, player: Player, here: bool, playing: int, ratings: _Ratings) -> Bot:
    most = 0 if services.house.player(player.id) is None else services.house.most
    listed = [RatingOf(ruleset, speed, rating) for (ruleset, speed), rating in ratings.items()]
    account, computer = player.account or "", player.computer or ""
    return Bot(player.name, account, computer, here, playing, most, listed)
