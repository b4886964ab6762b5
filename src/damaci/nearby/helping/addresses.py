"""The addresses that the pages of a helper use."""

from damaci.site.addresses import TOURNAMENT_PAGES, TOURNAMENTS, Addresses

ADDRESSES = Addresses(
    requests={
        "helping.join": "POST /api/join",
        "helping.undo": "POST /api/tournaments/{tournament}/results/undo",
        "helping.score": "POST /api/tournaments/{tournament}/results",
        **{name: TOURNAMENTS[name] for name in ("tournaments.main", "tournaments.version")},
        "preferences.write": "PATCH /api/preferences",
    },
    channels={},
    pages={"home": "/", **{name: TOURNAMENT_PAGES[name] for name in ("tournament", "tournament.view")}},
)
