"""The services that the handlers use, created once for the lifetime of the server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom

from damaci.board.position import Position
from damaci.host import Engines, Rooms
from damaci.host.attendance import Attendance
from damaci.host.bus import RedisBus
from damaci.host.engine_seat import natural_pause
from damaci.host.fair_queue import Asker
from damaci.host.table_maker import TableMaker
from damaci.online.address_hashes import AddressHashes
from damaci.online.addresses import ADDRESSES, WITH_STUDY
from damaci.online.answering import Answering, MovedGames
from damaci.online.broadcasts.desk import Desk
from damaci.online.broadcasts.watching import WatchedBroadcasts, watch_broadcasts
from damaci.online.challenge_news import ChallengeNews
from damaci.online.connections import Connections
from damaci.online.costs import Costs
from damaci.online.counting import count_games
from damaci.online.daily import DailyClocks
from damaci.online.engines import engines_of
from damaci.online.fair_play.comparer import Comparer
from damaci.online.fair_play.driver import FairPlayDriver
from damaci.online.fair_play.own_games import OwnGames, Read
from damaci.online.followed_news import FollowedNews
from damaci.online.game_limits import limits_of
from damaci.online.healing import Healing
from damaci.online.here_exchange import HereExchange
from damaci.online.holidays import Holidays, holidays_of
from damaci.online.house.driver import HouseDriver
from damaci.online.house.house import House
from damaci.online.installs import INSTALL, STUDIED, WITH_SITE
from damaci.online.isolation import Isolation
from damaci.online.lag import MOST, LagBudgets
from damaci.online.limit_exchange import LimitExchange
from damaci.online.limits import Limits
from damaci.online.lobby import Lobby
from damaci.online.looking_on import LookingOn
from damaci.online.mail.links import MailLinks
from damaci.online.mail.mailing import Mailing
from damaci.online.mail.post_office import post_office_of
from damaci.online.metrics import Metrics
from damaci.online.notifying import Notifier
from damaci.online.openings import Openings
from damaci.online.orders import Orders
from damaci.online.own_mistakes import OwnMistakes
from damaci.online.passphrases import Passphrases
from damaci.online.people import People
from damaci.online.presence import Presence
from damaci.online.process import ServingProcess
from damaci.online.rating import RatingCounter
from damaci.online.reminder_driver import ReminderDriver
from damaci.online.repeats import RepeatableIds
from damaci.online.seen import SeenPlayers
from damaci.online.settings import OnlineSettings
from damaci.online.sockets import Sockets
from damaci.online.standing import Standing
from damaci.online.studies.library import Library
from damaci.online.television import Television
from damaci.online.tidying import Tidying
from damaci.online.tournaments.boards import WatchedBoards, watch_boards
from damaci.online.tournaments.calls import Calls
from damaci.online.tournaments.club import Club
from damaci.online.tournaments.driver import Driver
from damaci.online.turns import Turns
from damaci.play.table import Table
from damaci.services.analysis_board import AnalysisBoard
from damaci.services.endings import Endings
from damaci.services.engine_lines import known_from
from damaci.services.explorer import Explorer
from damaci.services.finished_games import FinishedGames
from damaci.services.known_endings import TablesHere
from damaci.services.lessons import Lessons
from damaci.services.mistakes import Left, Mistakes
from damaci.services.opening_names import OpeningNames
from damaci.services.pairing_process import MANY, pair_elsewhere
from damaci.services.pictures import Pictures
from damaci.services.player_puzzles import ManyPlayers
from damaci.services.practice import Practice
from damaci.services.progress import NoProgress
from damaci.services.puzzles import Puzzles
from damaci.services.refutations import refute
from damaci.site.announcement import Announcement
from damaci.site.assets import Assets
from damaci.site.fragments import Fragments
from damaci.site.installing import INSTALLABLE, InstallableServices, Installer
from damaci.site.rejection import Rejected
from damaci.site.rendering import Renderer
from damaci.site.services import (
    BoardServices,
    Connection,
    EndingServices,
    LessonServices,
    MistakeServices,
    PictureServices,
    PuzzleServices,
)
from damaci.site.visitors import VisitorServices
from damaci.store import Store
from damaci.tablebase import Tablebase


@dataclass(frozen=True)
class OnlineServices(
    VisitorServices,
    LessonServices,
    EndingServices,
    PictureServices,
    PuzzleServices,
    MistakeServices,
    InstallableServices,
    BoardServices,
):
    """The store, the open games, the engines, the lobby, presence, and the rendering of pages."""

    settings: OnlineSettings
    store: Store
    rooms: Rooms
    finished_games: FinishedGames
    people: People
    bus: RedisBus | None
    engines: Engines
    attendance: Attendance
    lobby: Lobby
    challenge_news: ChallengeNews
    seen: SeenPlayers
    followed_news: FollowedNews
    television: Television
    presence: Presence
    passphrases: Passphrases
    limits: Limits
    costs: Costs
    metrics: Metrics
    lags: LagBudgets
    standing: Standing
    turns: Turns
    address_hashes: AddressHashes
    repeatable_ids: RepeatableIds
    healing: Healing
    connections: Connections
    orders: Orders
    process: ServingProcess
    study: bool
    """Whether visitors can analyse games in their browsers."""
    openings: Openings
    own_games: OwnGames
    opening_names: OpeningNames
    own_mistakes: OwnMistakes
    notifier: Notifier
    mailing: Mailing
    mail_links: MailLinks
    answering: Answering
    holidays: Holidays
    house: House
    club: Club
    library: Library
    calls: Calls
    desk: Desk
    watching: WatchedBroadcasts
    boards: WatchedBoards
    fragments: Fragments

    @property
    def announcement(self) -> Announcement:
        """What the operator announces."""
        return self.orders.announcement

    async def expect_no_help(self, connection: Connection, position: Position) -> None:
        """Raises Rejected if an answer about this position would help the visitor in a rated game, StoreError."""
        from damaci.online.identity import Visitor

        if await self.own_games.lead_there(await Visitor.of(connection).known(), position):
            raise Rejected(409, "your-rated-game")

    async def expect_no_help_in(self, connection: Connection, read: Read) -> None:
        """Raises Rejected if an engine beside a record would help the visitor in a rated game, StoreError."""
        from damaci.online.identity import Visitor

        if await self.own_games.are_in(await Visitor.of(connection).known(), read):
            raise Rejected(409, "your-rated-game")

    def asker(self, connection: Connection) -> Asker:
        """Everybody of the visitor's network address."""
        from damaci.online.identity import Visitor  # identity itself needs these services

        return Asker(address=Visitor.of(connection).address)

    async def solver(self, connection: Connection) -> str:
        """The visitor's player; empty for one of whom nothing is known."""
        from damaci.online.identity import Visitor  # identity itself needs these services

        player = await Visitor.of(connection).known()
        return player.id if player else ""

    @property
    def with_people(self) -> bool:
        """It is known who played."""
        return True

    async def mistakes_left(self, connection: Connection) -> Left | None:
        """Of players with an account."""
        from damaci.online.identity import Visitor

        player = await Visitor.of(connection).known()
        if player is None or player.account is None:
            return None
        return await (await self.mistakes_of(connection)).left()

    async def mistakes_of(self, connection: Connection) -> Mistakes:
        """Those of a player with an account. Raises Rejected for everybody else."""
        from damaci.online.identity import Visitor

        visitor = Visitor.of(connection)
        player = await visitor.somebody()
        if player.account is None:
            raise Rejected(403, "no-account")
        return self.own_mistakes.of(player, await visitor.payer())

    async def new_solver(self, connection: Connection) -> str:
        """The visitor's player, a new guest if there is none."""
        from damaci.online.identity import Visitor

        return (await Visitor.of(connection).player()).id


@asynccontextmanager
async def open_services(
    settings: OnlineSettings,
    assets: Assets,
    metrics: Metrics,
    limits: Limits,
    sockets: Sockets,
    end: Callable[[], None],
    *,
    study: bool,
) -> AsyncIterator[OnlineServices]:
    """Opens all services; at the end, stores games, stops engines and closes connections. `end` is called when an
    operator drains this process; `study`: whether visitors can analyse games in their browsers. Raises StoreError."""
    engines = engines_of(settings)
    attendance = Attendance()
    async with Store(settings.place, metrics.appended, limits_of(settings)) as store:
        bus = RedisBus(settings.redis) if settings.redis else None
        connections = Connections()
        counter = RatingCounter(store)
        presence = Presence(everybody=settings.alone)
        mailing = Mailing(store, on=bool(settings.mail_host))
        notifier = Notifier(store, settings, presence.present, mailing)

        def ended(game: str, table: Table) -> None:
            counter.game_ended(table.settings.rated)
            notifier.ended(game, table)

        async def rematched(former: str, game: str, table: Table) -> None:
            notifier.moved(game, table, former)

        moved = MovedGames()
        rooms = Rooms(
            store,
            engines,
            on_end=ended,
            on_turn=moved.add,
            on_rematch=rematched,
            alone=settings.alone,
            bus=bus,
            pause=natural_pause,
            patience=MOST,
            resting=lambda: connections.shut,
            holidays=lambda game: holidays_of(store, game),
            memory=settings.memory_for_rooms,
            attending=attendance,
        )
        answering = Answering(store, rooms, moved, notifier.moved)
        holidays = Holidays(store, rooms)
        exchange = LimitExchange(settings.redis, limits, sockets) if settings.redis else None
        people = People(store)
        lobby = Lobby(store, people)
        challenge_news = ChallengeNews(store, connections, people)
        process = ServingProcess(store, connections, engines, folder=settings.folder, alone=settings.alone, end=end)
        await process.open()
        club = Club(store, people, rooms, pair_elsewhere, MANY, SystemRandom())
        orders = Orders(store, connections, process, rooms, club)
        await orders.look()
        isolation = Isolation(connections, lambda: rooms.reach_the_store)
        watches = (orders, process) if settings.alone else (orders, process, isolation)
        looking = [asyncio.create_task(each.run()) for each in watches]
        healing = Healing(store, rooms)
        tidying = Tidying(store, settings)
        fair_play = FairPlayDriver(store, Comparer())
        driver = Driver(store, club)
        calls = Calls(store, club)
        watching = watch_broadcasts(store, asyncio.to_thread)
        boards = watch_boards(store, asyncio.to_thread, lambda: club.renamings)
        daily = DailyClocks(store, rooms, answering, holidays, alone=settings.alone)
        house = House(store, rooms, settings)
        await house.enter()
        elsewhere = HereExchange(settings.redis, connections, presence) if settings.redis else None
        seen = SeenPlayers(store, connections, house, elsewhere)
        followed_news = FollowedNews(store, seen, orders)
        mail_links = await MailLinks.open(store.settings, settings.public_url.rstrip("/"))
        post_office = post_office_of(store, settings, mail_links, LookingOn(presence, elsewhere))
        reminder_driver = ReminderDriver(store, LookingOn(presence, elsewhere), notifier.send)
        television = Television(store, people, lambda player: orders.ban_of_player(player) is not None)
        house_driver = HouseDriver(
            store, rooms, engines, house, people, most=settings.engine_games, on_begin=lobby.refresh
        )
        explorer = Explorer(store, asyncio.to_thread)
        own_games = OwnGames(store)
        tablebase = Tablebase(settings.tables_folder)
        table_maker = TableMaker(tablebase, settings.make_tables)
        own_mistakes = OwnMistakes(store, tablebase, own_games, limits)
        games_counter = count_games(store, explorer)
        if bus:
            await bus.open()
        if exchange:
            exchange.start()
        if elsewhere:
            elsewhere.start()
        if not settings.alone:
            await rooms.attend()
        renderer = Renderer(assets, WITH_STUDY, WITH_SITE) if study else Renderer(assets, ADDRESSES, INSTALLABLE)
        try:
            services = OnlineServices(
                renderer=renderer,
                installer=Installer(renderer, STUDIED if study else INSTALL),
                lessons=Lessons(NoProgress()),
                practice=Practice(NoProgress(), engines, known_from(tablebase, asyncio.to_thread)),
                pictures=Pictures(store.log, asyncio.to_thread),
                settings=settings,
                store=store,
                rooms=rooms,
                people=people,
                finished_games=FinishedGames(store, settings.memory_for_finished_games, asyncio.to_thread),
                bus=bus,
                engines=engines,
                attendance=attendance,
                lobby=lobby,
                challenge_news=challenge_news,
                seen=seen,
                followed_news=followed_news,
                television=television,
                presence=presence,
                passphrases=Passphrases(),
                limits=limits,
                costs=Costs.of(settings),
                metrics=metrics,
                lags=LagBudgets(),
                standing=Standing(store.players),
                turns=Turns(),
                address_hashes=await AddressHashes.open(store.settings),
                repeatable_ids=await RepeatableIds.open(store.settings),
                connections=connections,
                orders=orders,
                process=process,
                study=study,
                healing=healing,
                endings=Endings([TablesHere.of(tablebase, asyncio.to_thread)]),
                openings=Openings(explorer),
                own_games=own_games,
                own_mistakes=own_mistakes,
                opening_names=OpeningNames(store.log, asyncio.to_thread),
                notifier=notifier,
                mailing=mailing,
                mail_links=mail_links,
                answering=answering,
                holidays=holidays,
                house=house,
                club=club,
                board=AnalysisBoard(store, asyncio.to_thread),
                library=Library(store, asyncio.to_thread),
                calls=calls,
                desk=Desk(store, rooms),
                watching=watching,
                boards=boards,
                fragments=Fragments(WITH_STUDY if study else ADDRESSES),
                puzzles=Puzzles(ManyPlayers(store.solvers), partial(refute, engines), Random()),
            )
            healing.start()
            challenge_news.start()
            followed_news.start()
            television.start()
            tidying.start()
            fair_play.start()
            counter.start()
            games_counter.start()
            driver.start()
            calls.start()
            watching.start()
            boards.start()
            answering.start()
            daily.start()
            await notifier.open()
            reminder_driver.start()
            if post_office:
                post_office.start()
            house_driver.start()
            table_maker.start()
            yield services
        finally:
            for task in looking:
                task.cancel()
            await process.close()
            await table_maker.close()
            await reminder_driver.close()
            await notifier.close()
            if post_office:
                await post_office.close()
            await daily.close()
            await answering.close()
            await house_driver.close()
            await boards.close()
            await watching.close()
            await calls.close()
            await driver.close()
            await counter.close()
            await tidying.close()
            await fair_play.close()
            await games_counter.close()
            await healing.close()
            await challenge_news.close()
            await followed_news.close()
            await television.close()
            await lobby.close()
            await rooms.close()
            if bus:
                await bus.close()
            if exchange:
                await exchange.close()
            if elsewhere:
                await elsewhere.close()
            own_mistakes.close()
            engines.close()
