"""The addresses of an app's pages, requests and channels, by the names that pages use."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MISTAKES: Mapping[str, str] = {
    "mistakes.left": "GET /api/mistakes",
    "mistakes.review": "POST /api/mistakes/review",
    "mistakes.next": "GET /api/mistakes/next",
    "mistakes.show": "GET /api/mistakes/{puzzle}",
    "mistakes.try": "POST /api/mistakes/{puzzle}/try",
    "mistakes.hint": "POST /api/mistakes/{puzzle}/hint",
    "mistakes.solution": "POST /api/mistakes/{puzzle}/solution",
}
"""The requests of damaci.site.mistakes."""
PUZZLES: Mapping[str, str] = {
    "puzzles.next": "GET /api/puzzles/next?ruleset={ruleset}&theme={theme}",
    "puzzles.show": "GET /api/puzzles/{puzzle}",
    "puzzles.try": "POST /api/puzzles/{puzzle}/try",
    "puzzles.hint": "POST /api/puzzles/{puzzle}/hint",
    "puzzles.solution": "POST /api/puzzles/{puzzle}/solution",
    "puzzles.series": "GET /api/puzzles/series/{kind}?ruleset={ruleset}",
    "puzzles.finish": "POST /api/puzzles/series/{kind}",
}
"""The requests of damaci.site.puzzles."""
ENDINGS: Mapping[str, str] = {
    "endings.look": "POST /api/endings/look",
    "endings.deal": "POST /api/endings/deal",
}
"""The requests of damaci.site.endings."""
BOARD: Mapping[str, str] = {
    "analysis.stand": "POST /api/analysis/stand",
    "analysis.move": "POST /api/analysis/move",
    "analysis.setup": "POST /api/analysis/setup",
    "analysis.pdn": "POST /api/analysis/pdn",
}
"""The requests of damaci.site.board."""
TOURNAMENTS: Mapping[str, str] = {
    "tournaments.create": "POST /api/tournaments",
    "tournaments.enter": "POST /api/tournaments/{tournament}/players",
    "tournaments.do": "POST /api/tournaments/{tournament}/steps",
    "tournaments.main": "GET /api/tournaments/{tournament}/main?view={view}&round={round}",
    "tournaments.version": "GET /api/tournaments/{tournament}/version",
    "tournaments.report": "GET /api/tournaments/{tournament}/report.trf",
    "tournaments.delete": "DELETE /api/tournaments/{tournament}",
}
"""The requests of damaci.site.tournaments."""
TOURNAMENT_PAGES: Mapping[str, str] = {
    "tournaments": "/tournaments",
    "tournament": "/tournaments/{tournament}",
    "tournament.view": "/tournaments/{tournament}?view={view}&round={round}",
}
"""The pages of damaci.site.tournaments."""
STUDIES: Mapping[str, str] = {
    "studies.list": "GET /api/studies",
    "studies.create": "POST /api/studies",
    "studies.show": "GET /api/studies/{study}?chapter={chapter}",
    "studies.outline": "GET /api/studies/{study}/outline",
    "studies.add": "POST /api/studies/{study}/chapters",
    "studies.write": "PUT /api/studies/{study}/chapters/{chapter}",
    "studies.do": "POST /api/studies/{study}/steps",
    "studies.pdn": "GET /api/studies/{study}/pdn",
    "studies.delete": "DELETE /api/studies/{study}",
}
"""The requests of damaci.site.studies."""
STUDY_PAGES: Mapping[str, str] = {
    "studies": "/studies",
    "study": "/studies/{study}",
    "study.chapter": "/studies/{study}?chapter={chapter}",
}
"""The pages of damaci.site.studies."""
PAGES: Mapping[str, str] = {
    "home": "/",
    "game": "/game/{game}",
    "games": "/games",
    "puzzles": "/puzzles",
    "puzzles.of": "/puzzles?ruleset={ruleset}",
    "puzzles.go": "/puzzles/go/{mode}?ruleset={ruleset}&theme={theme}",
    "puzzle": "/puzzles/{puzzle}",
    "learn": "/learn",
    "lesson": "/learn/{lesson}",
    "course": "/learn/{lesson}",
    "practice": "/learn/practice/{course}",
    "rules": "/learn/rules/{ruleset}",
    "endings": "/endings",
    "endings.of": "/endings?fen={fen}&ruleset={ruleset}",
}
"""The pages that every app with a server and games of its own has."""


@dataclass(frozen=True)
class Addresses:
    """The addresses of an app. Placeholders in an address are filled from the request's data."""

    requests: Mapping[str, str]
    """Method and address by the name of a request, such as `games.pdn`: `GET /api/games/{game}/pdn`."""
    channels: Mapping[str, str]
    """The address of the WebSocket by the name of a channel."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The address by the name of a page, such as `game`: `/game/{game}`."""
    doors: tuple[str, ...] = ()
    """The names of the pages in the navigation."""
    tools: tuple[str, ...] = ()
    """The names of the pages that have an icon at the right end of the header."""

    def page(self, name: str, **values: object) -> str:
        """The address of a page. Raises KeyError for a page that the app does not have."""
        return self.pages[name].format(**values)

    def request(self, name: str, **values: object) -> str:
        """The address of a request without its method, for links. Raises KeyError if the app does not answer it."""
        return self.requests[name].partition(" ")[2].format(**values)
