"""The pages of broadcasts: the list, the boards live, the owner's desk, and the page of who enters moves."""

from collections.abc import Sequence

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from damaci.online.broadcasts.api import lists_of
from damaci.online.broadcasts.desk import LONGEST
from damaci.online.broadcasts.entering import enters
from damaci.online.costs import STUDY
from damaci.online.identity import Visitor
from damaci.online.services import OnlineServices
from damaci.online.tournaments.api import may_announce
from damaci.site.choices import choices, rulesets_of
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.pages import language_of, page
from damaci.site.rejection import Rejected
from damaci.store.broadcasts import StoredBoard
from damaci.store.players import Player
from damaci.stored.tournaments import StoredTournament


@get("/broadcasts")
async def overview(request: AnyRequest) -> Response[str]:
    """The broadcasts of all, the visitor's own, and a form for another one."""
    player = await Visitor.of(request).known()
    found = await lists_of(request)
    allowed = may_announce(OnlineServices.of(request), player)
    shown = {"all": found.all, "mine": found.mine, "may_make": allowed, "longest": LONGEST}
    shown |= {"tournaments": await _tournaments_of(request, player)}
    return page(request, "broadcasts/overview.html", {}, shown=shown)


@get("/broadcasts/{broadcast:str}", opt=STUDY)
async def one(request: AnyRequest, broadcast: FromPath[str], round: FromQuery[int] = 0) -> Response[str]:
    """The boards of a round, live; `round` 0 is the last one. Raises Rejected."""
    services = OnlineServices.of(request)
    found = await services.desk.find(broadcast)
    player = await Visitor.of(request).known()
    boards = [*(await services.watching.now(broadcast)).values()]
    rounds = sorted({each.round for each in boards})
    chosen = round if round in rounds else max(rounds, default=0)
    there = [each for each in boards if each.round == chosen]
    games = [each.game for each in boards]
    told = {"id": found.id, "games": games, "boards": msgspec.to_builtins(there)}
    shown = {
        "broadcast": found,
        "rounds": rounds,
        "round": chosen,
        "boards": there,
        "mine": player is not None and player.id == found.owner,
    }
    data = {"broadcast": told, "rulesets": rulesets_of(catalog(language_of(request)))}
    return page(request, "broadcasts/live.html", data, shown=shown)


@get("/broadcasts/{broadcast:str}/desk")
async def desk(request: AnyRequest, broadcast: FromPath[str]) -> Response[str]:
    """The owner's page: boards and links. Raises Rejected."""
    services = OnlineServices.of(request)
    found = await services.desk.find(broadcast)
    player = await Visitor.of(request).known()
    if player is None or player.id != found.owner:
        raise Rejected(403, "broadcast-not-yours")
    boards = await services.store.broadcasts.boards(broadcast)
    words = catalog(language_of(request))
    shown = {"broadcast": found, "boards": boards, "rulesets": ruleset_titles(words), "longest": LONGEST}
    shown |= {"next": _next(boards), "tournaments": await _tournaments_of(request, player)}
    return page(request, "broadcasts/desk.html", {"broadcast": {"id": found.id}}, shown=shown)


async def _tournaments_of(request: AnyRequest, player: Player | None) -> Sequence[StoredTournament]:
    """The tournaments to which a broadcast of the player may belong."""
    if player is None:
        return ()
    announced = await OnlineServices.of(request).store.announced.of_owner(player.id)
    return [each.stored for each in announced]


def _next(boards: Sequence[StoredBoard]) -> tuple[int, int]:
    """The round and the number of the board that is probably added next."""
    if not boards:
        return 1, 1
    return boards[-1].place.round, boards[-1].place.board + 1


@get("/enter")
async def link(request: AnyRequest) -> Response[str]:
    """The page that a board's link opens. Only the page's script sees the secret after the `#`."""
    return page(request, "broadcasts/link.html", {})


@get("/enter/{game:str}")
async def entry(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """The board for who enters its moves; without the link, the page that says so. Raises StoreError."""
    services = OnlineServices.of(request)
    board = await services.store.broadcasts.of_game(game)
    if board is None or not await enters(request, game):
        return Redirect("/enter")
    words = catalog(language_of(request))
    data = {"game": game} | choices(words)
    return page(request, "broadcasts/entry.html", data, shown={"board": board})


ROUTES = (overview, one, desk, link, entry)
