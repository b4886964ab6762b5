"""Following: a player with an account follows others, and sees which of them are here. Nobody else is told of it."""

import time
from collections.abc import Sequence

import msgspec

from damaci.online.names import fold
from damaci.online.people import is_known
from damaci.online.services import OnlineServices
from damaci.site.rejection import Rejected
from damaci.store.follows import Followed
from damaci.store.players import Player

MOST = 200
"""Players whom a player may follow."""


class FollowedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who is followed, since a moment (epoch seconds). `here`: connected, as far as others may see it; `game`:
    the one that is being played, empty for none; `computer`: what plays, if it is no person."""

    name: str
    account: str
    since: float
    here: bool = False
    game: str = ""
    computer: str = ""


async def follow(services: OnlineServices, player: Player, name: str) -> None:
    """Has a player follow the one with the account of that name. Raises Rejected, StoreError."""
    _expect_account(player)
    target = await services.store.players.with_account(fold(name))
    if target is None or not is_shown(services, target):
        raise Rejected(404, "no-player")
    if target.id == player.id:
        raise Rejected(409, "follow-yourself")
    follows = services.store.follows
    async with services.turns.of(player.id):
        if await follows.has(player.id, target.id):
            return
        if await follows.count(player.id) >= MOST:
            raise Rejected(409, "follow-too-many")
        if not await follows.add(player.id, target.id, time.time()):
            raise Rejected(404, "no-player")
    services.followed_news.changed(player.id)


async def unfollow(services: OnlineServices, player: Player, name: str) -> None:
    """Ends that a player follows another one, if that is so. Raises Rejected, StoreError."""
    _expect_account(player)
    target = await services.store.players.with_account(fold(name))
    if target is None:
        raise Rejected(404, "no-player")
    if await services.store.follows.remove(player.id, target.id):
        services.followed_news.changed(player.id)


async def followed_by(services: OnlineServices, player: Player) -> Sequence[FollowedPlayer]:
    """All whom a player follows: those who are here first, each group by name. Raises StoreError."""
    followed = [each for each in await services.store.follows.of(player.id) if is_shown(services, each.player)]
    here = await services.seen.here([each.player.id for each in followed])
    games = await services.seen.games(here)
    listed = [_listed(each, here, games.get(each.player.id, "")) for each in followed]
    return sorted(listed, key=lambda each: not each.here)


def is_shown(services: OnlineServices, player: Player) -> bool:
    """Whether others can see this player: the account is open and not banned."""
    return is_known(player) and services.orders.ban_of_player(player.id) is None


def _listed(each: Followed, here: set[str], game: str) -> FollowedPlayer:
    player = each.player
    account = player.account or ""
    computer = player.computer or ""
    return FollowedPlayer(player.name, account, each.since, player.id in here, game, computer)


def _expect_account(player: Player) -> None:
    if player.account is None:
        raise Rejected(403, "follow-needs-account")
