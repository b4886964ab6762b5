"""The archive over HTTP: its page, import, export, deletion."""

import asyncio
from collections.abc import AsyncGenerator
from tempfile import TemporaryFile
from typing import IO

from litestar import MediaType, Response, delete, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from damaci.home.services import HomeServices
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.archive import Archive, Filter
from damaci.services.importing import ImportStep
from damaci.site import page_data
from damaci.site.connection import AnyRequest
from damaci.site.downloads import PDN, file, stream
from damaci.site.language import catalog
from damaci.site.pages import language_of, page


@get("/games")
async def archive(
    request: AnyRequest,
    status: FromQuery[str] = "",
    ruleset: FromQuery[str] = "",
    player: FromQuery[str] = "",
    search: FromQuery[str] = "",
    start: FromQuery[int] = 0,
) -> Response[str]:
    """The games in which somebody has moved, last changed first."""
    wanted = Filter(status=status, ruleset=ruleset, player=player, search=search, start=start)
    shown = await page_data.archive(_archive(request), wanted, catalog(language_of(request)))
    return page(request, "archive/archive.html", {}, shown=shown)


@get("/api/games/{game:str}/pdn", media_type=MediaType.TEXT)
async def one_pdn(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """One game as PDN. Raises UnknownGame."""
    return file(await _archive(request).pdn(game), f"damaci-{game}.pdn")


@get("/api/games.pdn", media_type=MediaType.TEXT)
async def all_pdn(request: AnyRequest) -> Stream:
    """Every game that has begun as PDN, last changed first."""
    return stream(_archive(request).all_pdn(), "damaci.pdn", PDN)


@post("/api/import", status_code=200, request_max_body_size=None)
async def import_games(request: AnyRequest, ruleset: FromQuery[str] = "turkish") -> Stream:
    """Imports games from the body: PDN of any size, or a FEN. Streams a line of JSON for each step; closing the
    connection ends the import. Raises UnknownRuleset."""
    find_ruleset(ruleset)
    file = await asyncio.to_thread(TemporaryFile)
    async for chunk in request.stream():
        await asyncio.to_thread(file.write, chunk)
    await asyncio.to_thread(file.seek, 0)
    return Stream(_steps(request, file, ruleset), media_type="application/x-ndjson")


async def _steps(request: AnyRequest, file: IO[bytes], ruleset: str) -> AsyncGenerator[bytes, None]:
    words = catalog(language_of(request))
    with file:
        async for each in HomeServices.of(request).importer.import_games(file, ruleset):
            yield ImportStep.of(each, words.translate_reason).line()
    await _read_again(HomeServices.of(request))


@delete("/api/games/{game:str}")
async def delete_game(request: AnyRequest, game: FromPath[str]) -> None:
    """Deletes a game; first leaves it if it is played with another device. Raises UnknownGame."""
    await _archive(request).delete(game)


@get("/api/data")
async def export_data(request: AnyRequest) -> Stream:
    """Returns preferences, progress and every game as one file, which `import_games` reads."""
    return stream(HomeServices.of(request).everything.write(), "damaci.jsonl", "application/x-ndjson")


@delete("/api/data")
async def forget(request: AnyRequest) -> None:
    """Deletes preferences, progress and every game."""
    services = HomeServices.of(request)
    await services.archive.forget()
    await services.desk.bonds.open()
    await _read_again(services)


async def _read_again(services: HomeServices) -> None:
    """What is remembered of the settings."""
    await services.shelf.open()
    await services.progress.open()


def _archive(request: AnyRequest) -> Archive:
    return HomeServices.of(request).archive


ROUTES = (archive, one_pdn, all_pdn, import_games, delete_game, export_data, forget)
