"""The rule card of a ruleset. It is made from the data by which the program plays, so that the two always agree."""

from collections.abc import Iterator
from dataclasses import dataclass

from damaci.board.position import Position
from damaci.game.outcome import MOST_PLIES
from damaci.lessons.diagram import Diagram
from damaci.lessons.wording import (
    CAPTURE_CHOICES,
    DRAWS,
    KING_LANDINGS,
    MAN_CAPTURES,
    ON_THE_LAST_RANK,
    ONE_EACH,
    OPTIONS,
    PRIORITIES,
    READINGS,
    REMOVALS,
    STRAIGHT,
    manner,
)
from damaci.rules.movement import STEPS, Movement
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence

_JOINER = "\N{WORD JOINER}"


@dataclass(frozen=True)
class Section:
    """A heading, the texts under it, and the drawings beside them."""

    name: str
    title: str
    sentences: tuple[Sentence, ...]
    diagrams: tuple[Diagram, ...] = ()

    @property
    def texts(self) -> Iterator[str]:
        """All its texts."""
        yield self.title
        yield from (sentence.text for sentence in self.sentences)
        yield from (diagram.caption.text for diagram in self.diagrams)


def card(ruleset: Ruleset) -> tuple[Section, ...]:
    """Everything that a player has to know about a ruleset, in the usual order of explaining a game."""
    return tuple(
        make(ruleset)
        for make in (_start, _men, _kings, _captures, _choice, _promotion, _winning, _draws, _options, _readings)
    )


# ---- pieces ----------------------------------------------------------------------------------------------------------


def _start(ruleset: Ruleset) -> Section:
    movement = ruleset.movement
    men = len([*movement.start(white=True)])
    ranks = f"{movement.men_ranks[0]}{_JOINER}–{_JOINER}{movement.men_ranks[-1]}"
    if movement.dark_squares_only:
        board = "The game is played on the 32 dark squares; a1 is dark."
    else:
        board = "All 64 squares are used."
    first = "White begins." if ruleset.first_mover == "white" else "Black begins."
    diagram = Diagram(Position.start(ruleset), Sentence("The start"))
    where = Sentence(
        "Each side has {men} men, on the ranks {ranks} counted from its own edge.", {"men": men, "ranks": ranks}
    )
    return Section("start", "The board", (Sentence(board), where, Sentence(first)), (diagram,))


def _men(ruleset: Ruleset) -> Section:
    movement = ruleset.movement
    moves = Sentence(manner(movement, king=False))
    captures = Sentence(MAN_CAPTURES[frozenset(movement.man_captures)])
    shown = [_drawn(ruleset, "W:Wd4:B", "Where a man can go")]
    shown += [_drawn(ruleset, fen, "What a man can take") for fen in _targets_around(movement)]
    return Section("men", "Men", (moves, captures), tuple(shown))


def _targets_around(movement: Movement) -> Iterator[str]:
    """FENs of a man among enemies that it can capture, first on straight lines, then on diagonals, so that no capture
    goes on to a second one."""
    ways = frozenset(movement.man_captures)
    for group in (ways & STRAIGHT, ways - STRAIGHT):
        squares = [f"{'abcdefgh'[3 + STEPS[name][0]]}{4 + STEPS[name][1]}" for name in sorted(group)]
        if squares:
            yield f"W:Wd4:B{','.join(squares)}"


def _kings(ruleset: Ruleset) -> Section:
    movement = ruleset.movement
    ways = frozenset(movement.king_moves)
    captures = frozenset(movement.king_captures)
    said = [Sentence(manner(movement, king=True)), Sentence(KING_LANDINGS[movement.king_landing])]
    if captures != ways:
        said.append(Sentence("It takes along ranks and files only."))
    fens = ["W:WKa4:Bd4"] * bool(captures & STRAIGHT) + ["W:WKa1:Bd4"] * bool(captures - STRAIGHT)
    takes = [_drawn(ruleset, fen, "Where a dama can land when it takes") for fen in fens]
    moves = _drawn(ruleset, "W:WKd4:B", "Where a dama can go", farthest=True)
    return Section("kings", "Damas", tuple(said), (moves, *takes))


def _drawn(ruleset: Ruleset, fen: str, caption: str, *, farthest: bool = False) -> Diagram:
    return Diagram.of(Position.from_fen(fen, ruleset), Sentence(caption), farthest=farthest)


# ---- captures --------------------------------------------------------------------------------------------------------


def _captures(ruleset: Ruleset) -> Section:
    fen = "W:Wc3:Bd4,d6" if ruleset.movement.dark_squares_only else "W:Wc2:Bc3,d4,d6"
    said = (
        Sentence("Who can take has to take."),
        Sentence("If the piece that has taken can take again, it goes on, all in one move."),
        *map(Sentence, REMOVALS[ruleset.movement.removal]),
    )
    return Section("captures", "Taking", said, (_drawn(ruleset, fen, "One move, one piece after another"),))


def _choice(ruleset: Ruleset) -> Section:
    movement = ruleset.movement
    said = [Sentence(CAPTURE_CHOICES[movement.choice]), Sentence(PRIORITIES[movement.choice, movement.priority])]
    return Section("choice", "Which capture", tuple(said), tuple(_choices(ruleset)))


def _choices(ruleset: Ruleset) -> Iterator[Diagram]:
    """The positions in which the rulesets differ."""
    maximum = ("W:Wf3:Bc7,d6,e5,g5,f4", "W:We5,Kh1:Bh6,f5")
    free = ("W:Wc3:Bf6,b4,d4", "W:Wh2,Ka1:Bd4,g3")
    shown = {"maximum": maximum, "any": free}
    for fen in shown[ruleset.movement.choice]:
        position = Position.from_fen(fen, ruleset)
        yield Diagram.of(position, _verdict(position))


def _verdict(position: Position) -> Sentence:
    """The caption that says what has to be captured in a position with captures."""
    if position.must_capture > 1 and len(position.legal_moves) == 1:
        return Sentence("Here {n} have to be taken", {"n": position.must_capture})
    kings = position.kings(position.turn)
    if kings and all(kings >> move.origin & 1 for move in position.legal_moves):
        return Sentence("Here the dama has to take")
    return Sentence("Here you are free to choose")


def _promotion(ruleset: Ruleset) -> Section:
    sideways = {"left", "right"} & set(ruleset.movement.man_captures)
    fen = "W:Wf6:BKe8,f7" if sideways else "W:Wf6:Bc7,e7"
    said = (
        Sentence("A man that ends its move on the last rank becomes a dama: it can move as one from the next turn on."),
        Sentence(ON_THE_LAST_RANK[bool(sideways)]),
        Sentence("A dama is shown as two discs with a star."),
    )
    return Section("promotion", "Becoming a dama", said, (_drawn(ruleset, fen, "Taking on the last rank"),))


# ---- the end ---------------------------------------------------------------------------------------------------------


def _winning(_: Ruleset) -> Section:
    said = (
        Sentence("You win when your opponent has no piece left, or has no move when it is their turn."),
        Sentence("Who resigns loses; with a clock, so does who runs out of time."),
    )
    return Section("winning", "Winning", said)


def _draws(ruleset: Ruleset) -> Section:
    endings = ruleset.endings
    said = [Sentence(ONE_EACH[endings.one_each])]
    counts = {name: getattr(endings, name) for name in ("kings_only_moves", "repetitions", "no_progress_moves")}
    said.extend(Sentence(DRAWS[name], {"n": count}) for name, count in counts.items() if count)
    if not endings.repetitions:
        said.append(Sentence(DRAWS["no-repetitions"]))
    said.append(Sentence("Both players can agree on a draw."))
    said.append(Sentence("However it stands, a game is drawn after {n} moves of each side.", {"n": MOST_PLIES // 2}))
    return Section("draws", "Draws", tuple(said))


def _options(ruleset: Ruleset) -> Section:
    said = [Sentence(text) for text in OPTIONS.values()]
    on = [name for name in OPTIONS if getattr(ruleset.options, name)]
    assert not on, "a ruleset that switches options on has to say so on its card"
    return Section(
        "options",
        "What players may agree on",
        (Sentence("Before a game both players may agree on these; otherwise they do not count."), *said),
    )


def _readings(ruleset: Ruleset) -> Section:
    intro = Sentence("Where the written rules are silent, or can be read in two ways, this is how the program plays.")
    return Section(
        "readings", "How we read the rules", (intro, *(Sentence(READINGS[each]) for each in ruleset.readings))
    )
