import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from damaci.cli.play import shown_in
from damaci.store import Store
from damaci.stored import Summary
from tests.cli.console import Cli, complaint
from tests.home.conftest import visit

SECONDS = 60
PLAIN = {"LC_ALL": "C.UTF-8", "COLUMNS": "100"}
THREE = "W:Wf3:Bc7,d6,e5,g5,f4"
"""White has to capture four pieces."""


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "damaci", "play", "--data-dir", str(folder), *options]


def piped(folder: Path, *options: str, typed: str = "", **environment: str) -> str:
    done = subprocess.run(
        command(folder, *options),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | PLAIN | environment,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def games(folder: Path) -> Sequence[Summary]:
    async def read() -> Sequence[Summary]:
        async with Store(folder) as store:
            return await store.games.list()

    return asyncio.run(read())


def test_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--two", "--fen", "W:Wd3,a2:Bd4", typed="d3xd5\n")
    assert shown.rstrip().endswith("White wins (1-0). All the black pieces are taken.")
    (game,) = games(tmp_path)
    assert (game.result, game.reason) == ("1-0", "captured-all")


def test_a_whole_game_against_the_computer(tmp_path: Path) -> None:
    shown = piped(
        tmp_path, "--level", "beginner", "--seed", "7", typed="d3-d4\ntakeback\ne3-e4\nhint\nresign\nresign\n"
    )
    assert "The move is taken back." in shown
    assert re.search(r"Possible: \w\d[-x]\w\d", shown)
    assert shown.rstrip().endswith("Black wins (0-1). White resigned.")


def test_the_maximum_rule_is_explained(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--two", "--fen", THREE, typed="f3xh5\n")
    assert "You must take 4 pieces. That move takes only 2. Possible: f3xb7" in shown
    assert "(w)" in shown


def test_giving_up_is_said_twice(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--two", typed="resign\nd3-d4\nresign\nmoves\nRESIGN\n")
    assert shown.count("Do you give the game up? Then type resign once more.") == 3
    assert shown.rstrip().endswith(f"To go on with it: damaci play --data-dir {tmp_path}")


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        (
            "tr",
            "hamleler\nBERABERE\nd3-d4\ngeri\nTERK\nterk\n",
            ["Oynanabilir:", "Beraberlik için daha erken.", "Hamle geri alındı.", "Siyah kazandı"],
        ),
        ("tr", "yardim\nçık\n", ["Hamle yaz ya da yardım.", "hamleler     ", "Oyun kaydedildi."]),
        ("tr", "ÇIK\n", ["Oyun kaydedildi."]),
        ("bg", "помощ\nПредавам се\nпредавам  се\n", ["предавам се  ", "предавам се още веднъж", "Черните печелят"]),
        ("bg", "resign\nresign\n", ["Черните печелят"]),
    ],
)
def test_orders_are_understood_in_the_language_shown(
    tmp_path: Path, language: str, typed: str, said: list[str]
) -> None:
    shown = piped(tmp_path, "--two", "--lang", language, typed=typed)
    for text in said:
        assert text in shown


def test_what_is_said_out_of_courtesy(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--two", "--announcements", "--fen", "W:Wd3,a2:Bd5,h7", typed="d3-d4\n")
    assert "White: I ask for 1 piece." in shown


def test_two_players_agree_on_a_draw(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--two", typed="draw\nd3-d4\nh6-h5\ndraw\ndecline\ne3-e4\ndraw\ndraw\n")
    assert "It is too early for a draw." in shown
    assert "White offers a draw" in shown
    assert "The draw is declined." in shown
    assert shown.rstrip().endswith("Draw (1/2-1/2). A draw was agreed.")


def test_an_unfinished_game_goes_on(tmp_path: Path) -> None:
    left = piped(tmp_path, "--two", typed="d3-d4\nquit\n")
    assert left.rstrip().endswith(f"To go on with it: damaci play --data-dir {tmp_path}")
    assert "1. d3-d4 d6-d5" in piped(tmp_path, typed="d6-d5\n")
    assert len(games(tmp_path)) == 1


def test_an_unfinished_game_of_a_file_does_not_go_on(tmp_path: Path) -> None:
    with visit(tmp_path) as browser:
        (file,) = browser.imported('[White "Ada"]\n[Black "Veli"]\n\n1. a3-a4 *\n')
    assert "Unfinished" not in piped(tmp_path, "--lang", "en", typed="d3-d4\n")
    assert {game.id: game.plies for game in games(tmp_path)}[file] == 1


def test_a_new_game_leaves_the_unfinished_one(tmp_path: Path) -> None:
    for _ in range(2):
        piped(tmp_path, "--two", typed="d3-d4\n")
    assert [game.plies for game in games(tmp_path)] == [1, 1]


@pytest.mark.parametrize(
    ("language", "said"), [("tr", "Sıra beyazda."), ("bg", "Белите са на ход."), ("en", "White to move.")]
)
def test_it_speaks_the_players_language(tmp_path: Path, language: str, said: str) -> None:
    assert said in piped(tmp_path, "--two", "--lang", language)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "found '9' at character 5."), ("tr", "5. karakterde '9' var."), ("bg", "на знак 5 има '9'.")],
)
def test_what_is_wrong_with_a_typed_move_is_told(tmp_path: Path, language: str, said: str) -> None:
    assert f"{said}\n" in piped(tmp_path, "--two", "--lang", language, typed="d3d49\n")


def test_what_is_wrong_with_a_position_is_told_in_the_players_language(tmp_path: Path, cli: Cli) -> None:
    said = complaint(cli("play", "--data-dir", str(tmp_path), "--lang", "tr", "--fen", "W:Wd4:Bd4"))
    assert said == "damaci: FEN, 8. karakter: d4 karesinde ikinci bir taş\n"


def test_it_speaks_the_terminals_language(tmp_path: Path) -> None:
    assert "Sıra beyazda." in piped(tmp_path, "--two", LC_ALL="tr_TR.UTF-8")


@pytest.mark.parametrize(
    ("encoding", "wishes", "language"),
    [
        ("utf-8", ("tr", "C"), "tr"),
        ("utf-8", ("", "ar-KW", "C"), "ar"),
        ("utf-8", ("bg", "ar-KW"), "bg"),
        ("utf-8", ("ar", "tr-TR"), "tr"),
        ("utf-8", ("ar", "C"), "en"),
        ("utf-8", ("ar", "", "ar-LB"), "ar"),
        ("ascii", ("bg", "C"), "en"),
        ("iso8859-6", ("", "ar-KW"), "ar"),
    ],
)
def test_a_terminal_is_spoken_to_in_letters_that_it_shows(
    encoding: str, wishes: tuple[str, ...], language: str
) -> None:
    """It is the app's language, unless that runs from right to left: then it is the terminal's language."""
    assert shown_in(encoding, *wishes) == language


def test_results_and_moves_keep_their_order_in_arabic(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--two", "--lang", "ar", "--fen", "W:Wd3,a2:Bd4", typed="مساعدة\nd3xd5\n")
    assert "\u2068d3-d4\u2069" in shown
    assert "  تراجع        يتراجع عن آخر نقلة\n" in shown
    assert "الأبيض يفوز (\u20681-0\u2069)." in shown


def test_black_is_below_for_who_plays_black(tmp_path: Path) -> None:
    shown = piped(tmp_path, "--color", "black", "--level", "beginner")
    assert "   h  g  f  e  d  c  b  a" in shown


def test_without_any_input_the_game_is_kept(tmp_path: Path) -> None:
    piped(tmp_path, "--two", typed="d3-d4\n")
    shell = " ".join(command(tmp_path)) + " <&-"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, env=os.environ | PLAIN, timeout=SECONDS, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is saved." in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--clock", "5"), "expected minutes and seconds a move, such as 5+3"),
        (("--clock", "0+3"), "is not a clock"),
        (("--level", "godlike"), "no level named 'godlike'"),
        (("--fen", "W:Wx"), "FEN, column 4"),
        (("--ruleset", "martian"), "martian"),
        (("--announcements", "--ruleset", "martian"), "martian"),
        (("--color", "red"), "red"),
    ],
)
def test_bad_input_is_told(cli: Cli, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    assert said in complaint(cli("play", "--data-dir", str(tmp_path), *options))
    assert not games(tmp_path)


class Terminal:
    """The command in a pseudo-terminal with colours."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.end, other = os.openpty()
        known = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.process = subprocess.Popen(
            command(folder, *options),
            stdin=other,
            stdout=other,
            stderr=other,
            env=known | PLAIN | colours | environment,
        )
        os.close(other)
        self.shown = ""

    def wait_for(self, text: str, after: int = 0) -> int:
        """Waits until `text` is shown at or behind the offset `after`; returns the offset of its end."""
        until = time.monotonic() + SECONDS
        while text not in self.shown[after:]:
            assert time.monotonic() < until, self.shown
            if select.select([self.end], [], [], 0.2)[0]:
                self.shown += os.read(self.end, 4096).decode(errors="replace")
        return self.shown.index(text, after) + len(text)

    def type(self, line: str) -> None:
        os.write(self.end, f"{line}\n".encode())

    def close(self) -> None:
        """Ends the command as if its window had been closed."""
        self.process.kill()
        self.process.wait(SECONDS)
        os.close(self.end)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    made = []

    def make(*options: str, **environment: str) -> Terminal:
        made.append(Terminal(tmp_path, *options, **environment))
        return made[-1]

    yield make
    for each in made:
        each.close()


ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@ON_POSIX
def test_a_game_in_colours(terminal: Callable[..., Terminal]) -> None:
    there = terminal("--two", "--fen", "W:Wd3,a2:Bd4")
    there.wait_for("You must take 1 piece.")
    assert "●" in there.shown
    there.type("d3xd5")
    there.wait_for("White wins")
    assert there.process.wait(SECONDS) == 0
    assert "\x1b[" in there.shown


@ON_POSIX
@pytest.mark.parametrize("wish", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_plain_letters_where_no_colours_are_wanted(terminal: Callable[..., Terminal], wish: dict[str, str]) -> None:
    there = terminal("--two", **wish)
    there.wait_for("White to move.")
    assert "●" not in there.shown


@ON_POSIX
def test_ctrl_c_keeps_the_game(terminal: Callable[..., Terminal]) -> None:
    there = terminal("--two")
    there.wait_for("White to move.")
    there.type("d3-d4")
    there.wait_for("Black to move.")
    there.process.send_signal(signal.SIGINT)
    there.wait_for("The game is saved.")
    assert there.process.wait(SECONDS) == 130
    assert "Traceback" not in there.shown


@ON_POSIX
def test_a_killed_game_is_the_first_thing_offered(terminal: Callable[..., Terminal]) -> None:
    killed = terminal("--level", "beginner")
    killed.wait_for("White to move.")
    killed.type("d3-d4")
    killed.wait_for("White to move.", killed.wait_for("1. d3-d4 "))
    killed.process.kill()
    there = terminal()
    there.wait_for("new begins another game.")
    assert "Unfinished: White - Black (Beginner)." in there.shown
    there.type("")
    there.wait_for("1. d3-d4 ")


@ON_POSIX
def test_the_flag_falls_while_nobody_types(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    there = terminal("--two", "--clock", "0.02+0")
    there.wait_for("White to move.")
    there.type("d3-d4")
    there.wait_for("Black to move.")
    there.type("d6-d5")
    there.wait_for("White ran out of time.")
    assert there.process.wait(SECONDS) == 0
    assert [game.reason for game in games(tmp_path)] == ["time"]


@ON_POSIX
def test_the_offer_can_be_declined(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    piped(tmp_path, "--two", typed="d3-d4\n")
    there = terminal()
    there.wait_for("new begins another game.")
    there.type("new")
    there.wait_for("White to move.")
    assert "d3-d4" not in there.shown
