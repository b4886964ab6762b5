"""All computers that may be challenged: the house's players, and other people's programs."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from damaci.online.people import RatingOf, ShownRating, is_known
from damaci.online.services import OnlineServices
from damaci.rating.speed import Speed
from damaci.store.bots import Program
from damaci.store.players import Player

_Ratings = Mapping[tuple[str, Speed], ShownRating]


class Owner(msgspec.Struct, frozen=True):
    """The owner of a program."""

    name: str
    account: str


class Bot(msgspec.Struct, frozen=True):
    """A computer. `computer`: the name of its level, or `program` for one that somebody else runs; `here`: whether it
    can be challenged now; `playing`: its unfinished games against people, of `most` that it may have (both 0 where
    nobody counts them); `owner`: unless nobody may see that the owner is here."""

    name: str
    account: str
    computer: str
    here: bool
    playing: int
    most: int
    ratings: Sequence[RatingOf]
    owner: Owner | None = None


async def bots_of(services: OnlineServices) -> Sequence[Bot]:
    """The house's players, weakest first, then the programs: those that are connected first. Raises StoreError."""
    house = services.house
    listed = await services.store.bots.listed()
    programs = [each.player for each in listed]
    owners = await _owners(services, listed)
    here = await services.seen.here([each.id for each in (*house.players, *programs)])
    players = [*house.players, *sorted(programs, key=lambda each: each.id not in here)]
    games = Counter(each.player for each in await house.playing())
    ratings = await services.people.all_ratings(players)
    found = [_bot(services, each, each.id in here, games[each.id], ratings.get(each.id, {})) for each in players]
    return [msgspec.structs.replace(bot, owner=owners.get(each.id)) for bot, each in zip(found, players, strict=True)]


async def _owners(services: OnlineServices, listed: Sequence[Program]) -> Mapping[str, Owner]:
    """The owners who may be named, by their programs."""
    ids = {each.owner for each in listed if each.owner}
    known = await services.store.players.some(ids)
    unseen = await services.store.player_settings.unseen(ids)
    owners = {
        id: Owner(each.name, each.account or "") for id, each in known.items() if is_known(each) and id not in unseen
    }
    return {each.player.id: owners[each.owner] for each in listed if each.owner in owners}


def _bot(services: OnlineServices, player: Player, here: bool, playing: int, ratings: _Ratings) -> Bot:
    most = 0 if services.house.player(player.id) is None else services.house.most
    listed = [RatingOf(ruleset, speed, rating) for (ruleset, speed), rating in ratings.items()]
    account = player.account or ""
    computer = player.computer or ""
    return Bot(player.name, account, computer, here, playing, most, listed)
