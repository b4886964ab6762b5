"""The texts of rule cards for each value in which rulesets differ. A value without a text here is an error, so that no
rule is played without being explained."""

from damaci.rules.endings import OneEach
from damaci.rules.movement import STEPS, Movement
from damaci.rules.ruleset import Reading

_ORTHOGONAL = frozenset({"forward", "left", "right"})
_DIAGONAL = frozenset({"forward-left", "forward-right"})
STRAIGHT = frozenset(name for name, (files, ranks) in STEPS.items() if not files or not ranks)

MAN_MOVES = {
    _ORTHOGONAL: "A man moves one square forward, left or right; never back, never diagonally.",
    _DIAGONAL: "A man moves one square diagonally forward.",
    _ORTHOGONAL | _DIAGONAL: "A man moves one square forward, diagonally forward, left or right; never back.",
}
MAN_CAPTURES = {
    _ORTHOGONAL: (
        "It takes an enemy right beside it, in front, left or right, by jumping to the empty square just behind."
    ),
    _DIAGONAL: "It takes an enemy right before it on a diagonal, by jumping to the empty square just behind.",
    _ORTHOGONAL | _DIAGONAL: (
        "It takes an enemy right beside it, in any direction but back, by jumping to the empty square just behind."
    ),
}
KING_WAYS = {
    "straight": "A dama moves any distance forward, back, left or right, as far as the way is free.",
    "diagonal": "A dama moves any distance along the diagonals, as far as the way is free.",
    "all": "A dama moves any distance in all eight directions, as far as the way is free.",
}
KING_LANDINGS = {
    "any-behind": "It takes an enemy from any distance and lands on any free square behind it, up to the next piece.",
    "right-behind": "It takes an enemy from any distance and lands on the square right behind it.",
}
REMOVALS = {
    "at-once": (
        "Each taken piece leaves the board at once: the squares become free for the jumps that follow.",
        "After a jump a dama may go straight on or turn a corner; it never turns right round.",
    ),
    "after-move": (
        (
            "Taken pieces leave the board when the whole move is over; until then they stand in the way, and none is "
            "jumped twice."
        ),
    ),
}
CAPTURE_CHOICES = {
    "maximum": "The capture that takes the most pieces has to be played.",
    "any": "Any capture may be chosen, also a smaller one; but it has to be played to its end.",
}
PRIORITIES = {
    ("maximum", "none"): "Men and damas count the same, as takers and as taken. Among equal captures you choose.",
    (
        "maximum",
        "king-among-equals",
    ): "Men and damas count the same; but if a dama and a man can both take the most, the dama has to.",
    ("any", "king-first"): "If a dama can take, a dama has to.",
}
ON_THE_LAST_RANK = {
    True: "If it got there by taking and can take on sideways, it goes on as a man.",
    False: "A capture that reaches the last rank ends there.",
}
"""The texts by whether men capture sideways."""
ONE_EACH = {
    OneEach.AT_ONCE: "When each side has one piece left, the game is drawn at once.",
    OneEach.UNLESS_CAPTURE: "When each side has one piece left, the game is drawn unless the side to move can take.",
    OneEach.NEVER: "One piece on each side is not a draw by itself: the game goes on.",
}
DRAWS = {
    "kings_only_moves": (
        "A single dama against a single dama is a draw after {n} moves in a row in which nothing was taken."
    ),
    "repetitions": "A draw when the same position, with the same side to move, comes up {n} times.",
    "no_progress_moves": "A draw after {n} moves in a row by each side in which no man moved and nothing was taken.",
    "no-repetitions": "Repeating a position does not end the game.",
}
OPTIONS = {
    "touch_move": "Touched is moved: a piece that you have lifted, and that can move, has to be played.",
    "announcements": "Courtesy: players say how many pieces they threaten to take, and when a dama is near.",
    "last_three_kings": "The last three become damas: a side that is down to three pieces has only damas from then on.",
}
READINGS = {
    Reading.ONE_EACH_EVEN_IF_CAPTURE: "One piece each is a draw even if the side to move could take the last one.",
    Reading.KINGS_ONLY_COUNTS_BOTH: "The moves of dama against dama are counted for both players together.",
    Reading.NO_PROGRESS_BY_EACH: "The moves without progress are counted for each player.",
    Reading.MAN_CAPTURES_ON_THROUGH_LAST_RANK: (
        "A man that jumps to the last rank goes on taking as a man; its move over, it is a dama."
    ),
    Reading.STRAIGHT_ON_IS_ALLOWED: "A dama that goes on taking may go straight on; it need not turn a corner.",
    Reading.ORIGIN_COUNTS_AS_EMPTY: (
        "The square from which a piece starts to take counts as empty: it may fly over it, and even end on it."
    ),
}


def kind(ways: frozenset[str]) -> str:
    """The kind of lines along which a piece moves: `straight`, `diagonal` or `all`."""
    if len(ways) == len(STEPS):
        return "all"
    if ways <= STRAIGHT:
        return "straight"
    return "diagonal"


def manner(movement: Movement, *, king: bool) -> str:
    """How a piece moves without capturing."""
    if king:
        return KING_WAYS[kind(frozenset(movement.king_moves))]
    return MAN_MOVES[frozenset(movement.man_moves)]
