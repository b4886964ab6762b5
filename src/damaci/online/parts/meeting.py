"""Where players meet: the lobby, the computers of the house, who is here, and what is being played."""

from dataclasses import dataclass

from damaci.host.lifetime import Lifetime
from damaci.online.challenge_news import ChallengeNews
from damaci.online.followed_news import FollowedNews
from damaci.online.house.driver import HouseDriver
from damaci.online.house.house import House
from damaci.online.lobby import Lobby
from damaci.online.orders import OperatorOrders
from damaci.online.parts.games import GameServices
from damaci.online.people import People
from damaci.online.seen import SeenPlayers
from damaci.online.settings import OnlineSettings
from damaci.online.television import Television
from damaci.store import Store


@dataclass(frozen=True)
class MeetingServices:
    """The lobby, and the news that open pages are told."""

    lobby: Lobby
    challenge_news: ChallengeNews
    house: House
    seen: SeenPlayers
    followed_news: FollowedNews
    television: Television


async def open_meeting(
    settings: OnlineSettings, store: Store, people: People, games: GameServices, orders: OperatorOrders, life: Lifetime
) -> MeetingServices:
    """Opens them. Raises StoreError."""
    lobby = Lobby(store, people)
    life.push_async_callback(lobby.close)
    challenge_news = ChallengeNews(store, games.connections, people)
    house = House(store, games.rooms, settings)
    await house.enter()
    driver = HouseDriver(
        store, games.rooms, games.engines, house, people, most=settings.engine_games, on_begin=lobby.refresh
    )
    seen = SeenPlayers(store, games.connections, house, games.elsewhere)
    followed_news = FollowedNews(store, seen, orders)
    television = Television(store, people, lambda player: orders.ban_of_player(player) is not None)
    life.start(challenge_news.background, followed_news.background, television.background, driver.background)
    return MeetingServices(lobby, challenge_news, house, seen, followed_news, television)
