"""Challenges: a player offers a game to another one, who accepts or declines; damaci.online.pairing begins the game."""

import time
from typing import Literal

import msgspec

from damaci.online.costs import CHALLENGES
from damaci.online.limits import Payer
from damaci.online.names import fold
from damaci.online.pairing import Joined, OpenInvitation, expect_may_play, is_made, play_house
from damaci.online.people import is_known
from damaci.online.services import OnlineServices
from damaci.online.terms import GameTerms
from damaci.site.rejection import Rejected
from damaci.store.challenges import Challenge
from damaci.store.players import Player

CLOCK_SECONDS = 10 * 60.0
"""A challenge to a game with a clock stands for so long: both have to be there when it begins."""
CALM_SECONDS = 7 * 24 * 3600.0
"""A challenge to a game without a clock."""
DECLINED_SECONDS = 10 * 60.0
"""For so long the player who has challenged can see that the other one does not want to."""
MOST_MADE = 10
"""Unanswered challenges that a player may have made."""
MOST_WAITING = 20
"""Unanswered challenges to one player: more would be of no use to anybody."""

Reason = Literal["no", "later", "other-clock", "rated", "not-rated", "other-rules"]
"""Why somebody declines."""


async def challenge(
    services: OnlineServices, player: Player, name: str, terms: GameTerms, *, address: str, key: str = ""
) -> OpenInvitation | Joined:
    """Challenges the player with the account of that name, once for each `key` of the challenger; the game against one
    of the house's players begins at once. `address`: from which it is asked for. Raises DamaciError for invalid terms,
    Rejected, RoomsFull, StoreError."""
    terms.settings()
    await expect_may_play(services, player, terms)
    target = await _target(services, player, name)
    if computer := services.house.player(target.id):
        return await play_house(services, player, computer, terms, address=address, key=key)
    _expect_account(player)
    at = time.time()
    made = Challenge(
        id=services.repeatable_ids.of(player.id, key),
        player=player.id,
        target=target.id,
        wish=msgspec.json.encode(terms).decode(),
        created=at,
        until=at + (CLOCK_SECONDS if terms.clock else CALM_SECONDS),
    )
    await services.store.challenges.remove_ended(at)
    async with services.turns.of_both(player.id, target.id):
        if key and await is_made(services, made.id):
            return OpenInvitation(made.id)
        await _expect_room(services, made)
        services.limits.take(CHALLENGES, Payer(address, player.id))
        if not await services.store.challenges.add(made):
            raise Rejected(404, "no-player")
    services.challenge_news.refresh()
    services.notifier.challenged(made, player.name)
    return OpenInvitation(made.id)


async def decline(services: OnlineServices, player: Player, challenge: str, reason: Reason) -> None:
    """Declines a challenge to the player. Raises Rejected, StoreError."""
    at = time.time()
    if not await services.store.challenges.decline(challenge, player.id, reason, at, at + DECLINED_SECONDS):
        raise Rejected(404, "not-found")
    services.challenge_news.refresh()


async def withdraw(services: OnlineServices, player: Player, challenge: str) -> None:
    """Takes back a challenge of the player's own, or puts away one that was declined. Raises Rejected, StoreError."""
    if not await services.store.challenges.remove(challenge, player.id):
        raise Rejected(404, "not-found")
    services.challenge_news.refresh()


async def _target(services: OnlineServices, player: Player, name: str) -> Player:
    """The player to be challenged. Raises Rejected if that is not possible."""
    target = await services.store.players.with_account(fold(name))
    if target is None or not is_known(target):
        raise Rejected(404, "no-player")
    if target.id == player.id:
        raise Rejected(409, "own-game")
    if (await services.store.player_settings.get(target.id)).challenges == "nobody":
        raise Rejected(403, "no-challenges")
    return target


def _expect_account(player: Player) -> None:
    """Raises Rejected for a guest who challenges a person: nobody could report or ban the guest."""
    if player.account is None:
        raise Rejected(403, "challenger-needs-account")


async def _expect_room(services: OnlineServices, made: Challenge) -> None:
    """Raises Rejected if there are so many unanswered challenges already."""
    challenges = services.store.challenges
    if await challenges.count(made.created, player=made.player, target=made.target):
        raise Rejected(409, "challenged-already")
    if await challenges.count(made.created, player=made.player) >= MOST_MADE:
        raise Rejected(409, "too-many-challenges")
    if await challenges.count(made.created, target=made.target) >= MOST_WAITING:
        raise Rejected(409, "too-many-waiting")
