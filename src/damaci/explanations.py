"""The texts for people when something is refused or a game is over: an entry for each code, for pages, the terminal
and mails."""

from collections.abc import Mapping
from typing import NamedTuple

CONTEXT = "refusal"
"""The gettext context of these texts."""


class Counted(NamedTuple):
    """A text with a number, which stands in place of `{n}`."""

    one: str
    other: str


class Explanation(NamedTuple):
    """The problem, the details, and what to do. Parts without any text are empty.

    The number in `headline` is the number of pieces that have to be taken, the one in `detail` that of the pieces that
    the move captures.
    `{name}` is the other player, `{round}` a round of a tournament."""

    headline: str | Counted
    detail: str | Counted = ""
    advice: str = ""


OTHERWISE = Explanation("That cannot be done now.")
"""For codes without an entry: players cannot cause them, or cannot do anything about them."""

_MUST = Counted("You must take {n} piece.", "You must take {n} pieces.")
_AGAIN = "Please try again."
_NOT_YET = Explanation("It is not your turn yet.")
_CANNOT_GO = Explanation("That piece cannot go there.", advice="The dots show where a chosen piece can go.")
_WENT_WRONG = Explanation("Something went wrong.", advice=_AGAIN)
_GONE = Explanation("Somebody was quicker.", advice="Please choose another game.")
_UNREADABLE = Explanation("This cannot be read.")
_NOT_REACHED = Explanation("The other device could not be reached.")

MOVES: Mapping[str, Explanation] = {
    "game-over": Explanation("The game is over."),
    "not-your-turn": _NOT_YET,
    "bad-text": Explanation("That is not a move.", advice="Write it like d3-d4 or d3xd5."),
    "ambiguous": Explanation("Several captures fit that.", advice="Name the squares on the way too, as in f3xf5xd5."),
    "empty-square": Explanation("There is no piece on that square."),
    "not-your-piece": Explanation("That piece is your opponent's."),
    "cannot-move": _CANNOT_GO,
    "touched-piece": Explanation(
        "A touched piece must be played.", advice="Play the piece that is marked on the board."
    ),
    "must-capture": Explanation(_MUST),
    "must-capture-more": Explanation(_MUST, Counted("That move takes only {n}.", "That move takes only {n}.")),
    "must-go-on": Explanation("The capture goes on.", advice="Go on jumping with the same piece."),
    "must-use-king": Explanation("A dama must take first."),
    "illegal-move": _CANNOT_GO,
}
"""Refusals of moves: damaci.board.refusal.RefusalCode."""

TABLE: Mapping[str, Explanation] = {
    "wrong-ply": _NOT_YET,
    "too-early": Explanation("It is too early for a draw.", advice="Both sides have to move first."),
    "nothing-offered": OTHERWISE,
    "asked-already": Explanation("Your opponent has just said no.", advice="You can ask again after your next move."),
    "nothing-to-take-back": Explanation("There is no move to take back."),
    "rated": Explanation("Moves of a rated game cannot be taken back."),
    "not-over": OTHERWISE,
    "unknown-phrase": OTHERWISE,
    "too-talkative": Explanation("You have said a lot already.", advice="Please wait a moment."),
    "too-long": Explanation("The game has become too long for that.", advice="It can only be played to its end."),
    "gone": Explanation("Your opponent has left this server."),
    "computer-plays": Explanation(
        "This computer is playing as many games as it can.", advice="Please choose another one, or wait a little."
    ),
    "too-many-engine-games": Explanation("Finish your other games against the computer first."),
    "too-many-daily-games": Explanation("You have a hundred games by the day.", advice="Please finish one first."),
    "opponent-plays-enough": Explanation(
        "Your opponent has a hundred games by the day.", advice="You can try again when one of them is over."
    ),
    "unreachable": Explanation("The other device does not answer.", advice=_AGAIN),
    "not-your-seat": OTHERWISE,
    "your-rated-game": Explanation(
        "You are playing this position in a rated game.", advice="Look at it when that game is over."
    ),
}
"""Refusals of other commands at a table: damaci.play.refusal.TableCode."""

APPS: Mapping[str, Explanation] = {
    "storage": Explanation("That could not be saved.", advice=_AGAIN),
    "storage-full": Explanation(
        "This device has no room left to save that.", advice="Delete games that you do not need, or make room."
    ),
    "closing": _WENT_WRONG,
    "internal": _WENT_WRONG,
    "full": Explanation("Too many games are open here just now.", advice=_AGAIN),
    "not-found": _GONE,
    "taken": _GONE,
    "bad-fen": _UNREADABLE,
    "bad-pdn": _UNREADABLE,
    "too-large": Explanation("This is too long to be read: a file can have 2 MB."),
    "too-many": Explanation("Too many tries.", advice="Please wait a moment."),
    "level-too-slow": Explanation(
        "The computer may not think for that long here.", advice="Please choose another level."
    ),
    "cannot-be-rated": Explanation(
        "This game cannot be rated.", advice="Rated games have a clock, the usual rules and two players with accounts."
    ),
    "bad-subscription": Explanation("This browser’s push service cannot be used."),
    "bad-mail-address": Explanation("That is no e-mail address."),
    "no-mail": Explanation("This server sends no mail."),
    "two-clocks": Explanation("A game by the day has no other clock."),
    "days-with-people": Explanation("Games by the day are played with people."),
    "lines-by-the-day": Explanation("Conditional moves are for games by the day that go on."),
    "lines-your-turn": Explanation("It is your turn.", advice="Play your move."),
    "lines-moved-on": Explanation("Your opponent has moved meanwhile."),
    "lines-too-many": Explanation("You have twenty lines in this game.", advice="Remove one first."),
    "lines-length": Explanation("A line has twelve moves at most, and ends with your answer."),
    "lines-illegal": Explanation("A move of this line is not possible."),
    "lines-two-answers": Explanation(
        "You have another answer to the same move already.", advice="Remove that line first."
    ),
    "holiday-already": Explanation("You are on holiday already."),
    "holiday-none-left": Explanation("You have no days of holiday left this year."),
    "holiday-past": Explanation("That day is over.", advice="Choose a later one."),
    "holiday-too-long": Explanation("You have fewer days of holiday left.", advice="Choose an earlier day."),
    "account-needed": Explanation(
        "Rated games are for players with an account.", advice="Make one: it needs no e-mail."
    ),
    "over-already": Explanation("In that position the game is over.", advice="Please choose another one."),
    "own-game": Explanation("You cannot play against yourself.", advice="Send the link to somebody else."),
    "no-player": Explanation("There is no player of that name here.", advice="Only players with an account are known."),
    "no-challenges": Explanation("This player does not want to be challenged."),
    "challenger-needs-account": Explanation(
        "Only players with an account can challenge others.", advice="Make one, or send a link to your friend."
    ),
    "challenged-already": Explanation("You have challenged this player already.", advice="Please wait for the answer."),
    "too-many-challenges": Explanation("Many of your challenges have no answer yet.", advice="Please wait a little."),
    "too-many-waiting": Explanation("Too many others wait for this player's answer.", advice=_AGAIN),
    "follow-needs-account": Explanation(
        "Only players with an account can follow others.", advice="Make one: it needs no e-mail."
    ),
    "follow-yourself": Explanation("You cannot follow yourself."),
    "follow-too-many": Explanation("You follow 200 players already.", advice="Stop following somebody first."),
    "computer-needs-clock": Explanation("Computers play games with a clock.", advice="Please choose one."),
    "computer-needs-time": Explanation(
        "That is too fast for a computer here.", advice="Please choose a minute for each side, or more."
    ),
    "engine-busy": Explanation("The computer has too many games.", advice=_AGAIN),
    "too-many-seeks": Explanation("You are waiting for many games already."),
    "too-many-seeks-here": Explanation("Many players wait in the lobby from your connection already.", advice=_AGAIN),
    "name-taken": Explanation("That name is taken.", advice="Please choose another."),
    "bad-name": Explanation("That name cannot be used.", advice="Please choose another."),
    "wrong-passphrase": Explanation("There is no account with that name and passphrase."),
    "reported-already": Explanation("You have reported that already.", advice="The operator will look at it."),
    "wrong-words": Explanation("These are not the recovery words of that account."),
    "bad-link": Explanation("This link has been used already, or is too old.", advice="Ask for a new one."),
    "account-closed": Explanation("This account has been closed."),
    "banned": Explanation("You are banned from this server."),
    "maintenance": Explanation("The server is being maintained.", advice="Please try again in a few minutes."),
    "members-only": Explanation("Tournaments are for players with an account.", advice="Make one: it needs no e-mail."),
    "may-not-announce": Explanation("You may not announce tournaments on this server."),
    "too-many-steps": Explanation(
        "You have left, come back and changed your byes many times here.", advice="Please ask the arbiter."
    ),
    "too-many-tournaments": Explanation("You have announced many tournaments that are not over yet."),
    "bad-plan": Explanation("A tournament starts within the next 90 days."),
    "excluded": Explanation("The arbiter has taken you out of this tournament."),
    "games-are-on": Explanation(
        "The games of this round have begun.", advice="“Undo this pairing…” on the page of the round ends them."
    ),
    "not-your-passphrase": Explanation("That is not your passphrase.", advice="Nothing was changed."),
}
"""Refusals of requests to an app, by the `error` of the answer."""

DEVICES: Mapping[str, Explanation] = {
    "refused": Explanation("{name} does not want to play now."),
    "no-offer": Explanation("No game is offered there any more."),
    "wrong-code": Explanation("That is not the code.", advice=_AGAIN),
    "busy": Explanation("Too many others are waiting there."),
    "elsewhere": Explanation("You wait on another page."),
    "update-here": Explanation("The other device has a newer Damacı: please update this one."),
    "update-there": Explanation("The other device has an older Damacı: please update that one."),
    "lost": _NOT_REACHED,
    "left": _NOT_REACHED,
    "unknown": _NOT_REACHED,
    "diverged": _NOT_REACHED,
    "protocol": _NOT_REACHED,
    "bad-talk": _NOT_REACHED,
}
"""Ends of games with another device: damaci.links.messages.BYES, damaci.links.visit, damaci.nearby.guests."""

BLUETOOTH: Mapping[str, Explanation] = {
    "bluetooth-unsupported": Explanation("This system offers Damacı no Bluetooth."),
    "bluetooth-no-sockets": Explanation("This Python has no Bluetooth."),
    "bluetooth-no-system": Explanation(
        "The system offers no Bluetooth.", advice="Switch it on, or plug in an adapter."
    ),
    "bluetooth-no-bluez": Explanation("The system's Bluetooth service (BlueZ) does not run."),
    "bluetooth-no-adapter": Explanation("There is no Bluetooth adapter."),
    "bluetooth-off": Explanation("Bluetooth is switched off."),
}
"""What is missing for games by Bluetooth: damaci.links.bluetooth, with `bluetooth-` before the code."""

_NO_MORE = Explanation("Nobody can be entered any more.", advice="Undo what came after, or open another tournament.")
_NOT_THIS_ROUND = Explanation("That round is not the next one.", advice="Somebody else may have paired it already.")

TOURNAMENTS: Mapping[str, Explanation] = {
    "tournament-unknown-player": Explanation("There is no such player."),
    "tournament-unknown-game": Explanation("There is no such board in that round."),
    "tournament-bad-name": Explanation("That is no name.", advice="A name has 1 to 60 letters."),
    "tournament-same-name": Explanation(
        "Somebody of that name is entered already.", advice="Add something that tells the two apart."
    ),
    "tournament-bad-rating": Explanation("That is no rating.", advice="A rating is a number from 0 to 9999."),
    "tournament-full": Explanation("The tournament is full."),
    "tournament-entries-closed": _NO_MORE,
    "tournament-has-begun": Explanation("That cannot be changed once the first round is paired."),
    "tournament-wrong-round": _NOT_THIS_ROUND,
    "tournament-no-byes": Explanation("Only a Swiss tournament has byes to ask for."),
    "tournament-too-many-byes": Explanation(
        "This player may not have another half-point bye.", advice="A bye without points is possible."
    ),
    "tournament-not-asked": Explanation("This player has not asked for a bye in that round."),
    "tournament-out": Explanation("This player is out already."),
    "tournament-not-out": Explanation("This player is not out."),
    "tournament-results-missing": Explanation(
        "Some results are still missing.", advice="The next round can be paired when all are in."
    ),
    "tournament-too-few": Explanation("There are not enough players to be paired."),
    "tournament-no-pairing": Explanation(
        "No pairing is left that keeps all the rules.", advice="Make the pairs of this round by hand."
    ),
    "tournament-bad-pairs": Explanation(
        "These pairs cannot be.", advice="Somebody is named twice, is out, or has asked for a bye."
    ),
    "tournament-no-apart": Explanation("Only a Swiss tournament can keep players apart."),
    "tournament-bad-apart": Explanation(
        "These players cannot be kept apart.",
        advice="Name at least two different players in each line, and at most 1000 pairs.",
    ),
    "tournament-all-paired": Explanation("All rounds have been paired."),
    "tournament-closed": Explanation("The tournament has ended."),
    "tournament-not-started": Explanation("The clocks of this round have not been started yet."),
    "tournament-too-early": Explanation("The time that players may be late has not passed yet."),
    "tournament-has-result": Explanation("This game has a result already."),
    "tournament-other-result": Explanation(
        "Somebody else has entered another result meanwhile.", advice="Look at the board, and ask them."
    ),
    "tournament-other-pair": Explanation(
        "This round was paired again meanwhile.", advice="Look at the pairings, and enter the result again."
    ),
    "tournament-old-round": Explanation("This round is over.", advice="The arbiter can still correct it."),
    "tournament-not-helping": Explanation(
        "You do not help in this tournament.", advice="Ask the arbiter for the code."
    ),
    "tournament-helper-name": Explanation("Somebody of that name is helping already.", advice="Choose another name."),
    "tournament-helpers-full": Explanation("Enough others are helping already."),
    "tournament-fixed": Explanation("Who has left a knock-out has lost the match."),
    "tournament-paired-upon": Explanation(
        "Round {round} was paired upon this result.", advice="Undo its pairing first, then correct the result."
    ),
    "tournament-no-tiebreaks": Explanation("Only Swiss tournaments and round robins have tie-breaks."),
    "tournament-bad-tiebreaks": Explanation(
        "These tie-breaks cannot be.", advice="Each comes once, and all have to be known."
    ),
    "tournament-nothing-to-undo": Explanation("There is nothing to undo."),
    "tournament-not-the-last": Explanation(
        "Somebody else has done something since.", advice="Look at the log, then undo that first."
    ),
}
"""Refusals in tournaments: damaci.tournament.refusal.TournamentCode, with `tournament-` before it."""

STUDIES: Mapping[str, Explanation] = {
    "study-bad-title": Explanation("That is no title.", advice="A title has 1 to 100 letters."),
    "study-full": Explanation("The study is full.", advice="A study has at most 64 chapters: open another one."),
    "study-too-long": Explanation("The chapter is full.", advice="Go on in another chapter."),
    "study-unknown-chapter": Explanation("This chapter is gone.", advice="Somebody else may have removed it."),
    "study-last-chapter": Explanation(
        "A study keeps at least one chapter.", advice="Add another one first, or delete the study."
    ),
    "study-changed": Explanation("Somebody else has changed this chapter meanwhile."),
    "study-read-only": Explanation("You can read this study.", advice="Its owner can let you write here."),
    "study-not-owner": Explanation("Only the owner of the study may do that."),
    "study-account-needed": Explanation(
        "Studies are for players with an account.", advice="Make one: it needs no e-mail."
    ),
    "study-too-many": Explanation("You have 100 studies already.", advice="Delete one that you do not need."),
    "study-no-room": Explanation("The studies of their owner are full.", advice="Delete chapters that nobody needs."),
    "study-member-already": Explanation("This player may write here already."),
    "study-too-many-members": Explanation("At most 20 others can write in a study."),
}
"""Refusals in studies: damaci.studies.refusal.StudyCode, with `study-` before it, and those of studies on a server."""

BROADCASTS: Mapping[str, Explanation] = {
    "broadcast-gone": Explanation("This broadcast or board is not here any more."),
    "broadcast-not-yours": Explanation("Only who has made the broadcast may do that."),
    "broadcast-not-allowed": Explanation("You may not make broadcasts on this server."),
    "broadcast-too-many": Explanation("You have 20 broadcasts already.", advice="Delete one of them first."),
    "broadcast-full": Explanation("This broadcast has 100 boards already.", advice="Begin another one."),
    "broadcast-board-there": Explanation("That board of that round is there already."),
    "broadcast-bad-link": Explanation("This link is not valid any more.", advice="Ask the arbiter for a new one."),
}
"""Refusals in broadcasts: damaci.online.broadcasts."""

ORDERS: Mapping[str, Explanation] = {
    "order-unknown-player": Explanation("There is no such player.", advice="Find players by a part of the name."),
    "order-several-players": Explanation("Several players have that name.", advice="Give the id of the one you mean."),
    "order-name-taken": Explanation("That name belongs to an account, or looks like one that does."),
    "order-guest": Explanation("A guest has no account that could be closed.", advice="Ban the player instead."),
    "order-closed-already": Explanation("This account is closed already."),
    "order-not-closed": Explanation("This account is not closed."),
    "order-closed-account": Explanation("This account has been closed.", advice="Reopen it first."),
    "order-not-banned": Explanation("There is no such ban."),
    "order-no-text": Explanation("An announcement needs a text."),
    "order-nothing-announced": Explanation("Nothing is being announced."),
    "order-not-maintained": Explanation("The server is not being maintained."),
    "order-unknown-process": Explanation("There is no such process."),
    "order-unknown-report": Explanation("There is no such report."),
    "order-report-closed": Explanation("This report is closed already."),
    "order-report-open": Explanation("This report is open already."),
    "order-long-text": Explanation("This text is too long.", advice="It can have 500 letters."),
    "order-everybody": Explanation("That is everybody.", advice="Maintenance closes the server for a while."),
    "order-computer": Explanation("This is a computer of the server: nobody signs in as it."),
    "order-unrated": Explanation("This player has no such rated games: there is nothing to compare."),
    "order-compared-already": Explanation("This comparison is waited for already."),
    "order-nobody-near": Explanation("Nobody else near this rating is left to be compared."),
    "order-unknown-broadcast": Explanation("There is no such broadcast."),
    "order-unknown-tournament": Explanation("There is no such tournament."),
    "order-too-many-compared": Explanation("Too many comparisons wait already.", advice="Ask again later."),
}
"""Refusals of an operator's acts: damaci.online.moderation.Refusal, with `order-` before it."""

ENDS: Mapping[str, Explanation] = {
    "ended-captured-all-white": Explanation("All the white pieces are taken."),
    "ended-captured-all-black": Explanation("All the black pieces are taken."),
    "ended-blocked-white": Explanation("White has no move left."),
    "ended-blocked-black": Explanation("Black has no move left."),
    "ended-resignation-white": Explanation("White resigned."),
    "ended-resignation-black": Explanation("Black resigned."),
    "ended-time-white": Explanation("White ran out of time."),
    "ended-time-black": Explanation("Black ran out of time."),
    "ended-abandoned": Explanation("The game was abandoned."),
    "ended-abandoned-white": Explanation("White left the game."),
    "ended-abandoned-black": Explanation("Black left the game."),
    "ended-one-each": Explanation("Each side has one piece left."),
    "ended-kings-only": Explanation("Only two damas are left, and neither can catch the other."),
    "ended-repetition": Explanation("The same position came up three times."),
    "ended-no-progress": Explanation("For a long time nothing was taken and no man moved."),
    "ended-too-long": Explanation("A thousand moves each, and nobody has won."),
    "ended-adjudicated": Explanation("The arbiter has decided the game."),
    "ended-annulled": Explanation("The arbiter has undone the pairing of this round: the game counts nothing."),
    "ended-agreement": Explanation("A draw was agreed."),
}
"""Ends of games: damaci.game.Reason, with `ended-` before it, and the side after it if the text says which side has
lost."""

PROGRAMS: Mapping[str, str] = {
    "bad-host": "This server does not answer to that host name.",
    "bad-operator-token": "The operator's token is expected: as a Bearer token, or as the passphrase of any user.",
    "bad-origin": "The request comes from a page of another site.",
    "bad-request": "The request has another form than expected.",
    "bad-token": "The token is missing, wrong or revoked. A page repeats the cookie csrftoken in the header"
    " x-csrf-token; a program sends the header Authorization with Bearer and its token.",
    "changed": "Meanwhile another passphrase holds: sign in again.",
    "has-account": "An account keeps its name, and has to sign out before another is made.",
    "needs-account": "On a server with accounts this is for players who have one: guests play, and no more.",
    "no-account": "A guest has no account: no passphrase to change, and no way to come back after leaving.",
    "no-accounts": "This server has no accounts: everybody is a guest.",
    "no-more-puzzles": "All puzzles of that kind have been tried.",
    "not-in-tournament": "You do not take part in that tournament.",
    "not-the-arbiter": "Only who has announced the tournament may do that.",
    "no-table": "No endgame table has that position.",
    "no-owner": "The owner is shown by a token of an account that is a person's.",
    "no-passphrase": "An account needs a new passphrase.",
    "nobody": "You are nobody yet: POST /api/v1/player makes you a guest.",
    "only-for-programs": "This is for a program with a token: it marks the account as a computer's for ever.",
    "no-new-account": "This takes an account that has no rating yet.",
    "not-for-programs": "A token is for playing: this takes a browser's session.",
    "not-to-be-claimed": "The other player has not been away for long enough.",
    "not-your-program": "This account is not yours, or not marked as a program's.",
    "not-your-seat": "You do not play in that game.",
    "too-early": "Before both sides have moved there is nothing to win: claim a draw.",
    "too-many-tokens": "You have as many tokens as a player may have: revoke one first.",
}
"""Refusals of requests that no page makes: `detail` of the API's answers, in English."""

EXPLANATIONS: Mapping[str, Explanation] = {
    **MOVES,
    **TABLE,
    **APPS,
    **DEVICES,
    **BLUETOOTH,
    **TOURNAMENTS,
    **STUDIES,
    **BROADCASTS,
    **ORDERS,
    **ENDS,
}
"""Every entry. A code has the same meaning everywhere."""

_LOSERS: Mapping[str, str] = {"0-1": "white", "1-0": "black"}


def end_code(reason: str, result: str) -> str:
    """The code in ENDS for a game that is over."""
    of_side = f"ended-{reason}-{_LOSERS.get(result)}"
    if of_side in ENDS:
        return of_side
    return f"ended-{reason}"
