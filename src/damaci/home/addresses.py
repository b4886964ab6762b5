"""The addresses that the pages of the local app use."""

from damaci.site.addresses import Addresses, Door

ADDRESSES = Addresses(
    requests={
        "games.create": "POST /api/games",
        "games.delete": "DELETE /api/games/{game}",
        "games.hint": "POST /api/games/{game}/hint",
        "games.import": "POST /api/import?ruleset={ruleset}",
        "games.pdn": "GET /api/games/{game}/pdn",
        "pictures.game": "GET /api/pictures/{game}?ply={ply}",
        "pictures.draw": "GET /api/picture.svg?fen={fen}&ruleset={ruleset}&flipped={flipped}",
        "data.delete": "DELETE /api/data",
        "preferences.write": "PUT /api/preferences",
        "lessons.try": "POST /api/lessons/{lesson}/try",
        "analysis.stand": "POST /api/analysis/stand",
        "analysis.move": "POST /api/analysis/move",
        "analysis.setup": "POST /api/analysis/setup",
        "analysis.open": "POST /api/analysis/open",
        "analysis.pdn": "POST /api/analysis/pdn",
        "devices.list": "GET /api/devices",
        "devices.near": "GET /api/devices/near",
        "devices.qr": "GET /api/devices/offer/qr.svg",
        "devices.offer": "POST /api/devices/offer",
        "devices.withdraw": "DELETE /api/devices/offer",
        "devices.decide": "POST /api/devices/newcomers/{newcomer}",
        "devices.join": "POST /api/devices/join",
        "devices.cancel": "DELETE /api/devices/join",
        "links.show": "GET /api/devices/links/{game}",
        "links.leave": "DELETE /api/devices/links/{game}",
    },
    channels={"game": "/ws/game/{game}", "analysis": "/ws/analysis"},
    doors=(Door("play", "/"), Door("learn", "/learn"), Door("games", "/games"), Door("analysis", "/analysis")),
)
