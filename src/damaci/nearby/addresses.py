"""The addresses that the pages of a guest use."""

from damaci.site.addresses import Addresses

ADDRESSES = Addresses(
    requests={
        "guests.join": "POST /api/join",
        "games.pdn": "GET /api/games/{game}/pdn",
        "pictures.draw": "GET /api/picture.svg?fen={fen}&ruleset={ruleset}&flipped={flipped}",
        "preferences.write": "PATCH /api/preferences",
    },
    channels={"game": "/ws/game/{game}", "waiting": "/ws/waiting"},
    pages={"home": "/", "game": "/game/{game}"},
)
