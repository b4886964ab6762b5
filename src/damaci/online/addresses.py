"""The addresses that the pages of the server for many players use."""

from dataclasses import replace

from damaci.site.addresses import ENDINGS, PAGES, PUZZLES, Addresses

ADDRESSES = Addresses(
    requests={
        "games.create": "POST /api/v1/games",
        "games.join": "POST /api/v1/games/{game}/join",
        "games.report": "POST /api/v1/games/{game}/report",
        "seeks.report": "POST /api/v1/seeks/{seek}/report",
        "games.claim": "POST /api/v1/games/{game}/claim",
        "games.players": "GET /api/v1/games/{game}/players",
        "games.pdn": "GET /api/v1/games/{game}/pdn",
        "seeks.create": "POST /api/v1/seeks",
        "seeks.cancel": "DELETE /api/v1/seeks/{seek}",
        "challenges.create": "POST /api/v1/challenges",
        "challenges.decline": "POST /api/v1/challenges/{challenge}/decline",
        "challenges.withdraw": "DELETE /api/v1/challenges/{challenge}",
        "privacy.write": "PUT /api/v1/privacy",
        "player.rename": "PUT /api/v1/player",
        "account.create": "POST /api/v1/account",
        "account.passphrase": "PUT /api/v1/account/passphrase",
        "operator.act": "POST /operator/acts",
        "account.recovery": "PUT /api/v1/account/recovery",
        "recovery.create": "POST /api/v1/recovery",
        "link.look": "POST /api/v1/sign-in-link",
        "link.use": "POST /api/v1/sign-in-link/use",
        "session.create": "POST /api/v1/session",
        "session.delete": "DELETE /api/v1/session",
        "sessions.delete": "DELETE /api/v1/sessions",
        "tokens.create": "POST /api/v1/tokens",
        "tokens.revoke": "DELETE /api/v1/tokens/{token}",
        "pictures.game": "GET /api/pictures/{game}?ply={ply}",
        "pictures.draw": "GET /api/picture.svg?fen={fen}&ruleset={ruleset}&flipped={flipped}",
        "data.read": "GET /api/v1/data",
        "data.delete": "DELETE /api/v1/data",
        **PUZZLES,
        **ENDINGS,
        "lessons.try": "POST /api/lessons/{lesson}/try",
        "lessons.practice": "POST /api/lessons/{course}/practice",
        "preferences.write": "PUT /api/preferences",
    },
    channels={"game": "/ws/game/{game}", "lobby": "/ws/lobby"},
    pages={
        **PAGES,
        "account": "/account",
        "players": "/players",
        "players.best": "/players?ruleset={ruleset}",
        "player": "/@/{account}",
        "player.challenge": "/?to={account}#make",
        "player.rating": "/@/{account}?ruleset={ruleset}&speed={speed}",
        "openings": "/openings",
        "openings.of": "/openings?ruleset={ruleset}&line={line}",
    },
    doors=("home", "puzzles", "learn", "games", "players"),
    tools=("account",),
)
STUDY = {
    "analysis": "/analysis",
    "analysis.game": "/analysis?game={game}",
    "analysis.review": "/analysis?game={game}&review=1",
}
"""The pages that lead to the site without a server, where it is served too."""
WITH_STUDY = replace(ADDRESSES, pages={**ADDRESSES.pages, **STUDY}, doors=(*ADDRESSES.doors, "analysis"))
