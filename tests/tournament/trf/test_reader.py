from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.errors import CONTEXT
from damaci.site.language import catalog
from damaci.tournament.crosstable import Mark, Points, RoundEntry, TournamentError
from damaci.tournament.trf import Person, Report, TrfError, read_trf, write_trf
from tests.tournament.tables import REPORTS, reports

FILE = """\
### a comment
012 Ankara Açık
022 Ankara
112 Bir Hakem
112 İki Hakem
152 B
142 5
162  W 3.0    D 1.0
240 H 003    1
260 002 003    1    2
001    1 w WM Kılıç, Ayşe                       2100 TUR 12345678901 1990/05/01  4.0    1     2 b =     3 w 1
001    2 m    Öztürk, Can                       2000 TUR             1985        1.0    3     1 w =  0000 - Z
001    3                                             TUR                         3.0    2  0000 - U     1 b 0
DAT 1 EMAIL nobody
"""


def players(*rounds: str) -> str:
    """A file in which each player's row has this text from column 92 on."""
    return "\n".join(f"001 {number:4}".ljust(91) + text for number, text in enumerate(rounds, 1))


def test_a_file_with_everything() -> None:
    report = read_trf(FILE.encode())
    assert report.headers == {"012": "Ankara Açık", "022": "Ankara", "112": "Bir Hakem\nİki Hakem"}
    assert [player.name for player in report.table.players] == ["Kılıç, Ayşe", "Öztürk, Can", ""]
    assert report.table.players[0].rating == 2100
    assert report.persons[1] == Person("w", "WM", "TUR", "12345678901", "1990/05/01")
    assert (report.rounds, report.initial, report.table.rounds) == (5, "black", 2)
    assert report.table.points == Points(3, 1, pairing_bye=3)
    assert report.table.entry(1, 2) == RoundEntry(Mark.WIN, 3, "white")
    assert report.table.entry(3, 1).mark is Mark.PAIRING_BYE
    assert report.byes == {3: {1: Mark.HALF_BYE}}
    assert [report.forbidden[0].holds(round) for round in (1, 2, 3, 4)] == [False, True, True, False]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_every_end_of_line(end: str) -> None:
    assert read_trf(FILE.replace("\n", end).encode()).table.rounds == 2


def test_turkish_windows_text_and_a_mark_at_the_start() -> None:
    assert read_trf(FILE.encode("cp1254")).headers["012"] == "Ankara Açık"
    assert read_trf(b"\xef\xbb\xbf" + FILE.encode()).headers["012"] == "Ankara Açık"


def test_javafos_lines() -> None:
    text = players("   2 w 1  0000 - Z", "   1 b 0") + "\nXXR 7\nXXC rank black1\nXXP 1 2\nXXA 1 1.0\nBBW 2.0\nBBD 1.0"
    report = read_trf(text.encode())
    assert (report.rounds, report.initial, report.accelerated) == (7, "black", True)
    assert report.table.points == Points(2, 1, pairing_bye=2)
    assert report.table.rounds == 1
    assert report.byes == {2: {1: Mark.ZERO_BYE}}
    assert report.forbidden[0].players == (1, 2)


def test_text_in_utf_16() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        assert read_trf(FILE.encode(encoding)).headers["012"] == "Ankara Açık"


def test_columns_may_be_counted_in_bytes() -> None:
    known = read_trf(FILE.encode())
    lines = FILE.encode().split(b"\n")
    for number in (10, 11):
        name = FILE.split("\n")[number][14:47].rstrip().encode()
        lines[number] = lines[number][:14] + name.ljust(33) + FILE.split("\n")[number][47:].encode()
    assert same(read_trf(b"\n".join(lines)), known)


def test_who_javafo_says_is_not_there() -> None:
    text = players("   2 w 1", "   1 b 0", "0000 - U", "0000 - Z") + "\nXXZ 2\nXXZ 3 4"
    assert read_trf(text.encode()).byes == {2: dict.fromkeys((2, 3, 4), Mark.ZERO_BYE)}


def test_players_may_be_numbered_by_their_order_in_the_file() -> None:
    text = "001    7\n001    2\n001    5\n001    4"
    assert [each.id for each in read_trf(text.encode()).table.players] == [2, 4, 5, 7]
    report = read_trf(f"{text}\nXXC white1 rank".encode())
    assert [each.id for each in report.table.players] == [7, 2, 5, 4]
    assert same(read_trf(write_trf(report).encode()), report)


def test_a_result_without_an_opponent_is_a_bye() -> None:
    """Files of lidraughts: a player who is absent in the next round has a loss without a game in it."""
    report = read_trf(players("   2 w 1", "   1 b 0  0000   -", "     -", "0000 - =  0000 - =").encode())
    assert report.table.rounds == 1
    assert [report.table.entry(id, 1).mark for id in (3, 4)] == [Mark.ZERO_BYE, Mark.HALF_BYE]
    assert report.byes == {2: {2: Mark.ZERO_BYE, 4: Mark.HALF_BYE}}


@pytest.mark.parametrize("mark", [" ", "Z"])
def test_a_game_without_a_result_is_not_over(mark: str) -> None:
    report = read_trf(players(f"   2 w 1     3 w {mark}", "   1 b 0  0000 - U", f"0000 - U     1 b {mark}").encode())
    assert report.table.entry(1, 2) == RoundEntry(Mark.PENDING, 3, "white")
    assert (report.table.rounds, report.table.score(1), report.on) == (2, 1, 1)
    assert same(read_trf(write_trf(report).encode()), report)
    with pytest.raises(TournamentError, match="games without a result: 1"):
        report.expect_results()


def test_points_may_have_those_of_a_bye_in_the_next_round() -> None:
    def file(points: str) -> bytes:
        return f"001    1{points:>76}          2 w 1  0000 - H\n001    2{'0.0':>76}          1 b 0".encode()

    assert read_trf(file("1.0")).byes == read_trf(file("1.5")).byes == {2: {1: Mark.HALF_BYE}}
    with pytest.raises(TrfError, match=r"player 1 has 1 points by the results, and 2.5 are written"):
        read_trf(file("2.5"))


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("0.5 0.0 1.0 0.5", Points()),
        ("1.0 0.0 2.0 1.0", Points(2, 1, pairing_bye=2)),
        ("1.0 0.0 3.0 1.0", Points(3, 1, pairing_bye=3)),
        ("1.0 0.0 1.0 1.0", Points(3, 1)),
    ],
)
def test_points_are_inferred_from_those_that_are_written(written: str, points: Points) -> None:
    """The points are those that are usual in draughts or elsewhere, and the file does not state them."""
    rows = ("   4 w =", "0000 - Z", "0000 - U", "   1 b =")
    lines = [
        f"001 {number:4}{worth:>76}".ljust(91) + row
        for number, (worth, row) in enumerate(zip(written.split(), rows, strict=True), 1)
    ]
    assert read_trf("\n".join(lines).encode()).table.points == points
    with pytest.raises(TrfError, match="points by the results"):
        read_trf("\n".join([*lines, "162  W 5.0    D 2.0"]).encode())


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        ("XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0\nXXS FL=0 FW=1\nXXS PAB=1 FPB=1 HPB=.5 ZPB=0", Points()),
        ("XXS PAB=3 D=1 W=3", Points(3, 1, pairing_bye=3)),
        ("XXS W=3\nXXS D=1.", Points(3, 1)),
        ("XXS PAB=.5", Points(pairing_bye=0.5)),
        ("XXS W=3 D=2 L=1 PAB=2", Points(3, 2, 1, pairing_bye=2)),
    ],
)
def test_javafos_points(lines: str, points: Points) -> None:
    assert read_trf(f"{players('')}\n{lines}".encode()).table.points == points


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("092 Individual Round-Robin", "round-robin"),
        ("192 FIDE_ROUNDROBIN", "round-robin"),
        ("092 Berger", "round-robin"),
        ("092 Individual: Knock-Out", "knockout"),
        ("092 Individual Dutch", "swiss"),
        ("012 Robin's Open", "swiss"),
    ],
)
def test_what_it_calls_itself(line: str, system: str) -> None:
    assert read_trf(f"{line}\n{players('')}".encode()).system == system


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "there is no line of a player"),
        ("001   x", "line 1: the starting number is 'x': expected a whole number from 1 to 9999"),
        ("012 A\n001    1\n001    1", "line 3: starting number 1 has been used in line 2"),
        (players("   2 w 7", "   1 b 0"), "line 1: round 1: '7' is no result"),
        (players("   2 x 1", "   1 b 0"), "line 1: round 1: 'x' is no colour"),
        (players("   2 w 1", "   1 b 1"), "line 1: round 1 of player 1: the result 1 does not fit 1 of player 2"),
        (players("   2 w U", "   1 b 0"), "line 1: round 1: the result U has no opponent, and there is 2"),
        (players("   3 w 1"), "line 1: round 1 of player 1: there is no opponent 3"),
        (players("abcd w 1"), "line 1: the opponent in round 1 is 'abcd'"),
        (players("0000 - 1"), "line 1: round 1 of player 1: the result 1 needs an opponent"),
        ("142 0\n" + players(""), "line 1: the number of rounds is '0'"),
        ("142 1\n" + players("0000 - U  0000 - U"), "2 rounds have been paired, and the tournament has 1"),
        ("152 X\n" + players(""), "line 1: 'x' is no colour"),
        ("240 U 001    1\n" + players(""), "line 1: 'U' is no bye"),
        ("240 H 002    9\n" + players(""), "line 1: there is no player 9"),
        (players("") + "\nXXP 1 9", "line 2: there is no player 9"),
        (players("") + "\n299 W     1.0", r"line 2: points .* \(299\) are not supported"),
        ("162  W x.y\n" + players(""), "line 1: 'x.y' are no points"),
        ("XXS FL=0 W=3 D=2 PAB=2 WL=1 BL=1 ZPB=1\n" + players(""), r"worth different points \(FL=0, ZPB=1\)"),
        ("XXS Q=1\n" + players(""), "line 1: 'Q=1' says of no result what it is worth"),
        ("XXS W\n" + players(""), "line 1: '' are no points"),
        ("XXZ 9\n" + players(""), "line 1: there is no player 9"),
        ("BBW 0.5\n" + players(""), "a win is worth 0.5, a draw 0.5"),
        (FILE.replace("  4.0  ", "  4.5  "), "line 11: player 1 has 4 points by the results, and 4.5 are written"),
        ("\x00\xff\ufffe", "there is no line of a player"),
    ],
)
def test_a_bad_file_is_told_with_its_line(text: str, error: str) -> None:
    with pytest.raises(TrfError, match=error):
        read_trf(text.encode())


def test_what_is_wrong_is_said_in_other_languages() -> None:
    turkish = partial(catalog("tr").translations.pgettext, CONTEXT)
    with pytest.raises(TrfError) as caught:
        read_trf(players("   2 w 1").encode())
    assert caught.value.reason.translated(turkish) == "1. satır: 1 numaralı oyuncunun 1. turu: 2 numaralı rakip yok"


@given(st.binary(max_size=300), st.integers(0, 1000), st.integers(0, 40))
def test_a_damaged_file_is_read_or_refused(noise: bytes, start: int, length: int) -> None:
    data = FILE.encode()
    damaged = data[:start] + noise + data[start + length :]
    try:
        report = read_trf(damaged)
    except TrfError:
        return
    assert report.table.players


def same(one: Report, two: Report) -> bool:
    tables = [
        (report.table.players, report.table.points, [report.table.entries(each.id) for each in report.table.players])
        for report in (one, two)
    ]
    rest = [
        (report.headers, report.persons, report.rounds, report.initial, report.byes, report.forbidden)
        for report in (one, two)
    ]
    return tables[0] == tables[1] and rest[0] == rest[1]


def test_what_is_written_is_read_again() -> None:
    for report in [*reports().values(), read_trf(FILE.encode())]:
        text = write_trf(report)
        assert same(read_trf(text.encode()), report)
        assert write_trf(read_trf(text.encode())) == text


def test_a_players_columns_are_those_of_the_standard() -> None:
    [line] = [line for line in write_trf(read_trf(FILE.encode())).split("\r\n") if line.startswith("001    1")]
    assert line == FILE.split("\n")[10]
    known = (REPORTS / "bbp2.trf").read_bytes().decode().split("\r")
    written = write_trf(reports()["bbp2.trf"], {id: int(line[85:89]) for id, line in enumerate(known[1:12], 1)})
    assert [line[:4] + line[80:] for line in written.split("\r\n")[3:14]] == [
        (line[:4] + line[80:]).rstrip() for line in known[1:12]
    ]
