"""Scans PDN without the rules of the game: cuts a text into games and checks their tokens. It is fast, because one
compiled regular expression does the work."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from damaci.arguments import expect_function
from damaci.notation.pdn.error import OnError, PdnError, PdnWarning, Place
from damaci.notation.pdn.source import Source, Text, opened
from damaci.sentence import Sentence

# A token is as long as possible: all moves up to the next comment or bracket are one token. That and possessive
# quantifiers (`++`) make the scanner fast. `foreign` is a move as some other programs write it, `numeric` one between
# numbered squares, `stamp` the time that some programs write after a move.
TOKEN = re.compile(
    r"""
      (?P<moves>   (?: (?: [0-9]++\.++ [ \t\n]*+ (?:\.\.\.[ \t\n]*+)?+ )?+
                       [a-h][1-8][-x]?+[a-h][1-8] (?:[-x]?+[a-h][1-8])*+ (?:[!?]++|\([!?]++\))?+ [ \t\n]*+ )++ )
    | (?P<comment> \{ [^}]*+ \} | ; [^\n]*+ )
    | (?P<tag>     \[ [ \t]*+ (?P<name>[A-Za-z]\w*+) [ \t]*+ "(?P<value>(?:[^"\\\n]++|\\.)*+)" [ \t]*+ \] )
    | (?P<number>  [0-9]++\.++ | \.\.\. | [0-9]{1,3}+(?=[ \t]++[A-Ha-h][1-8]) )
    | (?P<nag>     \$[0-9]++ | [!?]++ )
    | (?P<stamp>   \( [0-9]{1,3}+ (?: :[0-9]{2} ){1,2}+ \) )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<result>  (?:1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0|1/2|½-½)(?![\w/-]) )
    | (?P<foreign> [A-Ha-h][1-8] (?: (?: [-‐-―−xX×:*]?+ | [ \t]*+ [-‐-―−xX×] [ \t]*+ ) [A-Ha-h][1-8] ){1,63}+
                   (?P<strength>[!?]++|\([!?]++\))?+ (?![\w/:-]) )
    | (?P<numeric> [1-9][0-9]?+ (?: [ \t]*+ [-‐-―−xX×] [ \t]*+ [1-9][0-9]?+ ){1,63}+
                   (?P<numeric_strength>[!?]++|\([!?]++\))?+ (?![\w/:.-]) )
    | (?P<skipped> % [^\n]*+ | \ufeff )
    | (?P<rubbish> [^\s{}()\[\];]++ | \S )
    """,
    re.VERBOSE,
)
MOVE = re.compile(r"([a-h][a-h1-8x-]++)([!?]++|\([!?]++\))?+")
"""One move of a `moves` token: its text and its strength."""
_MOVE_TEXT = re.compile("[a-h][a-h1-8x-]++")
# Signs of other programs, and the signs that we write for them.
_SIGNS = {
    **dict.fromkeys(range(ord("‐"), ord("―") + 1), "-"),
    **dict.fromkeys(map(ord, "−"), "-"),
    **dict.fromkeys(map(ord, "×:*"), "x"),
}
_ESCAPED = re.compile(r'\\(["\\])')
_HALF = re.compile("[\ud800-\udfff]")

BLOCK = 1 << 20
"""Characters read at a time."""
LONGEST = 1 << 24
"""The most characters that a game may have: more would fill the memory."""


def native(token: re.Match[str]) -> str:
    """The text of a `foreign` or `numeric` move with our signs, without spaces and strength."""
    text = token[0].removesuffix(strength_of(token))
    return "".join(text.split()).lower().translate(_SIGNS)


def strength_of(token: re.Match[str]) -> str:
    """The signs after such a move, such as `!?`; empty if there are none."""
    return token["strength"] or token["numeric_strength"] or ""


@dataclass(frozen=True, slots=True)
class RawGame:
    """A game as it is written. Its tokens have been checked, its moves have not."""

    text: str
    """The part of the source that is this game."""
    place: Place
    """The place in the source where `text` begins."""
    tags: dict[str, str]
    """The tags in the order of the text."""
    warnings: tuple[PdnWarning, ...] = ()
    """Warnings about text that is not PDN, but can be understood."""

    def tokens(self) -> Iterator[re.Match[str]]:
        """The tokens in the order of the text; the `lastgroup` of a token is its kind."""
        return TOKEN.finditer(self.text)

    def moves(self) -> list[str]:
        """The main line's move texts."""
        found: list[str] = []
        depth = 0
        for token in self.tokens():
            if token.lastgroup == "moves" and not depth:
                found += _MOVE_TEXT.findall(token[0])
            elif token.lastgroup in ("foreign", "numeric") and not depth:
                found.append(native(token))
            elif token.lastgroup == "open":
                depth += 1
            elif token.lastgroup == "close":
                depth -= 1
        return found

    def error(self, problem: Sentence, offset: int) -> PdnError:
        """An error at a character of `text`."""
        return PdnError(problem, self.place.after(self.text[:offset]))

    def warning(self, problem: Sentence, offset: int) -> PdnWarning:
        """A warning at a character of `text`."""
        return PdnWarning(problem, self.place.after(self.text[:offset]))


def scan(source: Source, *, on_error: OnError | None = None) -> Iterator[RawGame]:
    """The games of a source one by one, in memory that does not grow with their number. Moves are not checked.

    At a game that is not PDN it raises PdnError, or calls `on_error` and goes on to the next game. A game that
    does not end within LONGEST characters ends the reading with PdnError in either case. Raises OSError,
    BadArgument."""
    if on_error is not None:
        expect_function("on_error", on_error)
    with opened(source) as text:
        for game, fault in _games(text):
            if fault is None:
                yield game
            elif on_error is None:
                raise fault
            else:
                on_error(fault)


@dataclass(slots=True)
class _Piece:
    """The part of a text that is one game. Offsets are into the whole text."""

    tags: dict[str, str] = field(default_factory=dict)
    doubled: list[tuple[str, int]] = field(default_factory=list)
    """The tags that are given a second time: names and offsets."""
    begun: bool = False
    """Whether the tags are over."""
    ended: bool = False
    """Whether the result has been read."""
    depth: int = 0
    """How deep the variation at this point is nested."""
    wrong: tuple[Sentence, int] | None = None
    """The first thing that is not PDN."""
    end: int = 0


def _games(source: Text) -> Iterator[tuple[RawGame, PdnError | None]]:
    text = ""
    place = Place(1, 1)
    more = True
    while more:
        block = source.read(max(BLOCK, len(text)))
        text += block
        more = bool(block)
        done = 0
        for piece in _pieces(text, more):
            game = RawGame(text[done : piece.end], place, piece.tags)
            if piece.doubled or (source.utf_16 and place == Place(1, 1)):
                game = replace(game, warnings=_warnings(game, piece, done, source))
            yield game, _fault(game, piece, done)
            place = place.after(game.text)
            done = piece.end
        text = text[done:]
        if len(text) > LONGEST:
            raise PdnError(_too_long(), place)


def _warnings(game: RawGame, piece: _Piece, start: int, source: Text) -> tuple[PdnWarning, ...]:
    found = [game.warning(_given_twice(name), offset - start) for name, offset in piece.doubled]
    if source.utf_16 and game.place == Place(1, 1):
        found.insert(0, game.warning(Sentence("the text is UTF-16: expected UTF-8"), 0))
    return tuple(found)


def _given_twice(name: str) -> Sentence:
    return Sentence("the tag {name} is given twice: the first one counts", {"name": name})


def _too_long() -> Sentence:
    most = {"most": f"{LONGEST:,}"}
    return Sentence(
        "a game of more than {most} characters: expected its result, or the next game's tags, before that", most
    )


def _pieces(text: str, more: bool) -> Iterator[_Piece]:
    """The games in a text. `more`: further text follows, so only games that are certainly complete are given.

    A game ends where the tags of the next one begin, or after its result, before the first token that is not a
    comment."""
    piece = _Piece()
    last_line = text.rfind("\n")
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind in ("comment", "skipped", "stamp"):
            continue
        if kind == "rubbish" and _unfinished(token, last_line):
            if more:
                return
            _take(piece, kind, token)
            break
        if piece.ended or (piece.begun and kind == "tag"):
            piece.end = token.start()
            yield piece
            piece = _Piece()
        if kind in ("moves", "foreign", "numeric"):
            piece.begun = True
        elif kind == "tag":
            _take_tag(piece, token)
        else:
            _take(piece, kind, token)
    if not more and (piece.tags or piece.begun or piece.wrong):
        piece.end = len(text)
        yield piece


def _take_tag(piece: _Piece, token: re.Match[str]) -> None:
    name = token["name"]
    value = token["value"]
    if name in piece.tags:
        piece.doubled.append((name, token.start()))
        return
    if "\\" in value:
        value = _ESCAPED.sub(r"\1", value)
    piece.tags[name] = value


def _take(piece: _Piece, kind: str | None, token: re.Match[str]) -> None:
    if kind == "rubbish":
        # `begun` is not changed: tags after a bad tag still belong to the same game.
        piece.wrong = piece.wrong or (_expected(token[0]), token.start())
        return
    piece.begun = True
    if kind == "open":
        piece.depth += 1
    elif kind == "close":
        piece.depth -= 1
    elif kind == "result" and piece.depth <= 0:
        piece.ended = True


def _unfinished(token: re.Match[str], last_line: int) -> bool:
    """Whether the token is a bracket that is not closed in this text. The text after it cannot be understood
    yet."""
    return token[0] == "{" or (token[0] == "[" and token.start() > last_line)


def _expected(rubbish: str) -> Sentence:
    match rubbish[0]:
        case "{":
            return Sentence("this comment is never closed: expected a }")
        case "[":
            return Sentence('expected a tag such as [Event "Cup"], complete on one line')
        case "/":
            return Sentence("a set-up between moves is not read: expected one in the tag FEN")
    shown = rubbish if len(rubbish) <= 20 else rubbish[:20] + "…"
    return Sentence(
        "{text} has no meaning here: expected a tag, a move such as d3-d4, a comment, a variation or a result",
        {"text": repr(shown)},
    )


def _fault(game: RawGame, piece: _Piece, start: int) -> PdnError | None:
    if not game.text.isascii() and (bad := _HALF.search(game.text)):
        return game.error(
            Sentence("{text} is half a character: expected Unicode text", {"text": repr(bad[0])}), bad.start()
        )
    if piece.wrong:
        problem, offset = piece.wrong
        return game.error(problem, offset - start)
    return None
