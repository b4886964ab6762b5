"""Hypothesis strategies for games with everything that PDN can contain."""

from hypothesis import strategies as st

from damaci import RULESETS, Position
from damaci.notation.pdn import Line, Node, PdnGame
from damaci.notation.pdn.tags import DERIVED

CHARACTERS = st.characters(exclude_categories=["Cs"])
NAMES = st.from_regex(r"[A-Za-z]\w{0,8}", fullmatch=True).filter(lambda name: name not in DERIVED)
VALUES = st.text(CHARACTERS.filter(lambda character: character not in "\r\n"), max_size=20)
WORDS = st.text(CHARACTERS, max_size=12) | st.sampled_from(["}", "%", "[%clk 0:01:02]", "[", ";", "{", '"', "1-0"])
COMMENTS = st.lists(WORDS, min_size=1, max_size=30).map(lambda words: " ".join(" ".join(words).split())).filter(bool)


@st.composite
def lines(draw: st.DrawFn, position: Position, depth: int = 2, shortest: int = 1) -> Line:
    """A line of legal moves, with variations that are nested up to `depth` deep."""
    line = Line(comments=draw(st.lists(COMMENTS, max_size=1)))
    for _ in range(draw(st.integers(shortest, 6))):
        if not position.has_moves:
            break
        node = Node(draw(st.sampled_from(position.legal_moves)))
        if draw(st.integers(0, 3)) == 0:
            node.nags = draw(st.lists(st.integers(0, 255), max_size=2))
            node.comments = draw(st.lists(COMMENTS, max_size=2))
            node.variations = draw(st.lists(lines(position, depth - 1), max_size=2)) if depth else []
        line.nodes.append(node)
        position = position.play(node.move)
    return line


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position from a random game of any ruleset, with legal moves."""
    position = Position.start(draw(st.sampled_from(sorted(RULESETS))))
    for choice in draw(st.lists(st.integers(0, 99), max_size=25)):
        after = position.play(position.legal_moves[choice % len(position.legal_moves)])
        if not after.has_moves:
            break
        position = after
    return position


@st.composite
def games(draw: st.DrawFn) -> PdnGame:
    """A game of any ruleset from its start or from a set-up position."""
    start = draw(positions())
    return PdnGame(
        start=Position.start(start.ruleset) if draw(st.booleans()) else start,
        tags=draw(st.dictionaries(NAMES, VALUES, max_size=3)),
        result=draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])),
    )


@st.composite
def annotated_games(draw: st.DrawFn) -> PdnGame:
    """The same games with moves."""
    game = draw(games())
    game.line = draw(lines(game.start, shortest=0))
    return game
