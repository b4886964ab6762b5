"""What requests and messages cost, and how much of it an address and a player have.

The numbers let a school with sixty players behind one address play, each of them at a game of a few minutes."""

from dataclasses import dataclass

from damaci.online.limits import Limit, Quota
from damaci.online.settings import OnlineSettings
from damaci.site.costs import COST

PLAYERS_SHARE = 0.5
"""What one player has of an address's requests."""
READS = 2.5
"""Requests that read may cost so many times as much, all together, as those that change something."""
BURST_SECONDS = 15.0
"""The requests of so many seconds may come at once."""

FRAMES = Quota(Limit("player's frames", 20, 100), Limit("address's frames", 100, 500))
"""Messages over sockets, a unit each."""
REFUSED = 5.0
"""Units that a refused command costs, be it over a socket or a request."""
SIGN_INS = Quota(Limit("account's sign-ins", 20 / 60, 5), Limit("address's sign-ins", 1.0, 30))
"""Tries of passphrases. The account that is tried stands in the player's place."""
REPORTS = Quota(Limit("player's reports", 1 / 60, 3), Limit("address's reports", 1 / 10, 10))
"""Reports of players."""
ENGINE_GAMES = Quota(Limit("player's engine games", 1 / 10, 20), Limit("address's engine games", 1 / 5, 60))
"""New games against the computer; unfinished ones are counted besides."""
CHALLENGES = Quota(Limit("player's challenges", 1 / 20, 10), Limit("address's challenges", 1, 60))
"""New challenges to others; unanswered ones are counted besides."""
MAILS = Quota(Limit("player's mail addresses", 1 / 3600, 3), Limit("address's mail addresses", 1 / 360, 10))
"""New addresses for mail, to each of which one mail is sent."""
_MAILED = Limit("mails to confirm", 1 / (8 * 3600), 3)
MAILED = Quota(_MAILED, _MAILED)
"""Mails to one unconfirmed mailbox, counted over all players. The mailbox takes the place of the network."""
REVIEWS = Quota(Limit("player's reviews", 1 / 60, 20), Limit("address's reviews", 1 / 15, 60))
"""Finished games in which an engine looks for mistakes, three seconds of a processor each."""
EXPORT = {COST: 60.0}
"""All stored data of a player."""
HASHING = {COST: 10.0}
"""A passphrase is hashed, which is slow on purpose."""
NEW_GAME = {COST: 3.0}
"""A game, seek or invitation is made or accepted: several transactions."""
PROGRESS = {COST: 5.0}
"""Thousands of a player's games are counted."""
STUDY = {COST: 3.0}
"""A study is made, or one is written or read as a whole."""
MOST_STUDIES = 100
"""Studies of one player."""
STUDY_CHARACTERS = 4 * 1024 * 1024
"""Characters in all chapters of a player's studies, after which nothing more is written."""
MOST_MEMBERS = 20
"""Players who may write in a study besides its owner."""
MOST_BROADCASTS = 20
"""Broadcasts of one player."""
MOST_BOARDS = 100
"""Boards of one broadcast, all rounds together."""
MOST_SOCKETS = 200
"""WebSockets at a time from one address, which a whole school may share."""
MOST_CONNECTIONS = 512
"""HTTP connections at a time from one address, those included over which nothing was asked yet. A browser opens six."""
SHARE_OF_FILES = 1 / 4
"""The share of the system's limit of open files that the connections of one address may use."""
MOST_OF_PLAYER = 20
"""WebSockets at a time of one player."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The quotas of requests."""

    changes: Quota
    reads: Quota

    @classmethod
    def of(cls, settings: OnlineSettings) -> "Costs":
        """As the settings say."""
        changes = settings.changes_per_minute / 60
        return cls(_quota("changes", changes), _quota("reads", READS * changes))


def _quota(name: str, rate: float) -> Quota:
    player = Limit(f"player's {name}", PLAYERS_SHARE * rate, max(1.0, PLAYERS_SHARE * BURST_SECONDS * rate))
    return Quota(player, Limit(f"address's {name}", rate, max(1.0, BURST_SECONDS * rate)))
