import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damaci.board.position import Position
from damaci.engine import Analysis, Clock, Engine, level, time_for_move
from damaci.game.game import Game
from damaci.hub.board import read_move
from damaci.hub.line import HubLine, read_line
from damaci.hub.parameters import Parameters
from damaci.hub.server import Server
from damaci.tablebase import Tablebase, Tables, Terms


class Talk:
    """A conversation with the server: lines can be sent at any time, and its answers are read."""

    def __init__(self) -> None:
        self.said: Queue[str | None] = Queue()
        self.heard: Queue[str] = Queue()
        self.thread = threading.Thread(
            target=Server(self.heard.put).run, args=(iter(self.said.get, None),), daemon=True
        )
        self.thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.said.put(line)

    def hear(self, command: str) -> dict[str, str]:
        """The arguments of the next line with this command."""
        while True:
            line = read_line(self.heard.get(timeout=30))
            assert line
            if line.command == command:
                return line.arguments

    def close(self) -> list[str]:
        """Ends the conversation, and returns all answers that were not read."""
        self.said.put(None)
        self.thread.join(30)
        assert not self.thread.is_alive()
        return list(self.heard.queue)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    talk.say("set-param name=hash value=1")
    yield talk
    talk.close()


def everything(*lines: str) -> list[str]:
    """The answers to lines that are sent all at once."""
    heard: list[str] = []
    Server(heard.append).run(lines)
    return heard


def test_it_introduces_itself() -> None:
    heard = [read_line(text) for text in everything("hub", "set-param name=hash value=1", "init")]
    assert [line.command for line in heard if line] == ["id", *["param"] * 8, "wait", "ready"]
    params = {line.arguments["name"]: line.arguments for line in heard if line and line.command == "param"}
    assert params["variant"]["values"].split() == ["turkish", "hgware", "world", "bulgarian", "armenian", "kenyan"]
    assert params["hash"]["type"] == "int"
    assert params["level"]["values"].startswith("full beginner")
    assert params["style"]["values"] == "none bold careful trader"


def test_it_plays(talk: Talk) -> None:
    talk.say("pos pos=start moves=44-36", "level depth=5", "go think")
    assert [int(talk.hear("info")["depth"]) for _ in range(5)] == [1, 2, 3, 4, 5]
    done = talk.hear("done")
    position = Position.start().play(Position.start().parse_move("d3-d4"))
    move = read_move(position, done["move"])
    assert read_move(position.play(move), done["ponder"])


@pytest.mark.parametrize("variant", ["turkish", "hgware", "world", "bulgarian"])
def test_every_variant_is_played(talk: Talk, variant: str) -> None:
    talk.say(f"set-param name=variant value={variant}", "level nodes=2000", "go think")
    assert read_move(Position.start(variant), talk.hear("done")["move"])


def test_squares_have_names_if_wanted(talk: Talk) -> None:
    talk.say("set-param name=squares value=names", "pos pos=W:Wf3:Bc7,d6,e5,g5,f4", "level depth=3", "go think")
    assert talk.hear("done")["move"] == "f3xb7xc7xd6xe5xf4"


@pytest.mark.parametrize(
    ("said", "plays_for_a_win"),
    [
        (["go think"], True),
        (["set-param name=contempt value=0", "go think"], False),
        (["go ponder", "ponder-hit"], True),
        (["go analyze"], False),
    ],
)
def test_contempt_is_for_playing(talk: Talk, said: list[str], plays_for_a_win: bool) -> None:
    shuffle = "h7-h8 a1-a2 h8-h7 a2-a1 h7-h8 a1-a2 h8-h7"
    position = f'pos pos=B:WKa1,c3:BKh7,g6 moves="{shuffle}"'
    talk.say("set-param name=squares value=names", position, "level depth=8", *said)
    assert (talk.hear("done")["move"] != "a2-a1") is plays_for_a_win


@pytest.mark.parametrize(
    "level", ["depth=3", "nodes=3000", "move-time=0.1", "time=3", "time=1 inc=0.1", "moves=10 time=2"]
)
def test_every_level_ends(talk: Talk, level: str) -> None:
    begin = time.process_time()
    talk.say(f"level {level}", "go think")
    assert talk.hear("done")["move"]
    assert time.process_time() - begin < 3


def test_it_analyses_until_it_is_stopped(talk: Talk) -> None:
    talk.say("level infinite", "go analyze")
    assert [talk.hear("info")["depth"] for _ in range(6)] == ["1", "2", "3", "4", "5", "6"]
    talk.say("ping")
    talk.hear("pong")
    talk.say("stop")
    talk.hear("done")
    assert talk.close() == []


def test_pondering_goes_on_after_the_limit_and_ends_after_a_hit(talk: Talk) -> None:
    talk.say("level move-time=0.2", "go ponder")
    time.sleep(0.4)
    talk.say("ping")
    talk.hear("pong")
    assert not any(text.startswith("done") for text in list(talk.heard.queue))
    begin = time.perf_counter()
    talk.say("ponder-hit")
    talk.hear("done")
    assert time.perf_counter() - begin > 0.15


def test_a_ponder_hit_may_come_at_once(talk: Talk) -> None:
    begin = time.perf_counter()
    talk.say("level move-time=0.3", "go ponder", "ponder-hit")
    talk.hear("done")
    assert time.perf_counter() - begin > 0.2


@pytest.mark.parametrize("level", ["depth=8", "nodes=1000"])
def test_a_ponder_hit_counts_depth_and_nodes_too(talk: Talk, level: str) -> None:
    talk.say(f"level {level}", "go ponder", "ponder-hit")
    assert talk.hear("done")["move"]


def test_stop_ends_pondering(talk: Talk) -> None:
    talk.say("level depth=4", "go ponder", "stop")
    assert talk.hear("done")["move"]


@pytest.mark.parametrize("go", ["go think", "go ponder"])
def test_a_level_plays(talk: Talk, go: str) -> None:
    talk.say("set-param name=level value=easy", "set-param name=seed value=7", go, "ponder-hit")
    assert read_move(Position.start(), talk.hear("done")["move"])


def test_a_style_is_that_of_the_level() -> None:
    parameters = Parameters()
    parameters.set("style", "bold")
    assert parameters.chosen_level() is None
    parameters.set("level", "hard")
    assert parameters.chosen_level() == level("hard-bold")
    parameters.set("style", "none")
    assert parameters.chosen_level() == level("hard")


@pytest.mark.parametrize(("back_and_forth", "drawn"), [(1, True), (0, False)])
def test_the_past_counts(talk: Talk, back_and_forth: int, drawn: bool) -> None:
    """White, a king against three, is saved if moving back makes the position occur for the third time."""
    moves = " ".join(["8-7 57-58 7-8 58-57"] * back_and_forth + ["8-7 57-58 7-8"])
    talk.say(f'pos pos="B:WKa1:BKh8,Kf8,Kg7" moves="{moves}"', "level depth=4", "go think")
    score = [float(talk.hear("info")["score"]) for _ in range(4)][-1]
    assert (score == 0.0) is drawn
    assert drawn or score < -3


def test_a_game_drawn_by_our_rules_may_be_played_on(talk: Talk) -> None:
    talk.say("pos pos=W:WKa1:BKh8", "level depth=4", "go think")
    assert read_move(Position.from_fen("W:WKa1:BKh8"), talk.hear("done")["move"])


def test_any_other_command_ends_a_search_first(talk: Talk) -> None:
    talk.say("level infinite", "go think", "pos pos=W:Wf3:Bc7,d6,e5,g5,f4", "level depth=2", "go think")
    assert talk.hear("done")["move"] != "46x10x11x20x29x38"
    assert talk.hear("done")["move"] == "46x10x11x20x29x38"


FORCED = "pos pos=W:Wf3,h2:Bc7,d6,e5,g5,f4,h7"


def test_a_forced_move_is_searched_as_deep_as_asked(talk: Talk) -> None:
    talk.say(FORCED, "level depth=6", "go think")
    assert [talk.hear("info")["depth"] for _ in range(6)] == ["1", "2", "3", "4", "5", "6"]
    assert talk.hear("done")["ponder"]


def test_by_a_clock_a_forced_move_is_searched_for_a_tenth_of_the_time(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    analyse = Engine.analyse

    def watched(engine: Engine, game: Game, *, seconds: float, **more: Any) -> Analysis:
        asked.append(seconds)
        return analyse(engine, game, seconds=seconds, **more)

    monkeypatch.setattr(Engine, "analyse", watched)
    talk.say(FORCED, "level time=60", "go think")
    assert talk.hear("info")["score"]
    assert talk.hear("done")["ponder"]
    assert asked == [pytest.approx(0.1 * time_for_move(Clock(60)))]


def test_endgame_tables_are_opened_before_it_is_ready(tmp_path: Path) -> None:
    opened: list[str] = []

    class Watched(Tablebase):
        def tables(self, terms: Terms) -> Tables:
            opened.append(terms.ruleset)
            return super().tables(terms)

    heard: list[str] = []
    server = Server(heard.append, lambda ruleset: Watched(tmp_path))
    server.run(["set-param name=variant value=world", "set-param name=hash value=1", "init"])
    assert heard == ["ready"]
    assert opened == ["world"]


def test_the_end_of_input_ends_a_search(talk: Talk) -> None:
    talk.say("level infinite", "go think")
    talk.hear("info")
    assert talk.close()[-1].startswith("done move=")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("hello", "no command 'hello': expected one of hub, "),
        ('pos pos="', "expected name=value"),
        ("pos pos=Wxyz", "a position of 4 characters: expected 65"),
        ('pos pos=start moves="44-36 1-2"', "pos: move 2: 1-2 is not legal"),
        ("level", "level: expected depth, nodes, move-time, time or infinite"),
        ("level depth=-3", "level: depth is '-3'"),
        ("go fishing", "go: expected think, ponder or analyze"),
        ("set-param name=colour value=red", "no parameter 'colour'"),
        ("set-param name=hash value=lots", "hash is 'lots': expected a whole number from 1"),
        ("set-param name=contempt value=-40", "contempt is '-40': expected a whole number from 0 to 1000"),
        ("set-param name=variant value=chess", "variant is 'chess': expected one of turkish"),
        ("set-param", "no parameter ''"),
    ],
)
def test_what_cannot_be_obeyed_is_told(said: str, message: str) -> None:
    [error, pong] = everything(said, "ping")
    line = read_line(error)
    assert line
    assert line.command == "error"
    assert message in line.arguments["message"]
    assert pong == "pong"


def test_after_a_bad_position_it_does_not_play_an_old_one() -> None:
    assert re.fullmatch(
        r'error message=".*"error message="go: there is no position.*"', "".join(everything("pos pos=Wx", "go think"))
    )


def test_where_nothing_can_be_played_that_is_told() -> None:
    assert everything("pos pos=W:Wa5:Ba6,a7,b5,c5", "go think") == [
        'error message="go: there is no legal move in W:Wa5:Ba7,a6,b5,c5"'
    ]


@settings(max_examples=60)
@given(
    st.lists(
        st.text()
        | st.sampled_from(
            [
                "hub",
                "pos",
                "pos moves=44-36",
                "set-param name=variant value=world",
                "stop",
                "ponder-hit",
                "level depth=1",
            ]
        )
    )
)
def test_rubbish_never_ends_it(lines: list[str]) -> None:
    heard = everything(
        *[line for line in lines if (read := _command(line)) not in ("go", "init", "new-game", "quit") or read is None],
        "ping",
    )
    assert heard[-1] == "pong"
    assert all(_command(text) in ("id", "param", "wait", "error", "pong") for text in heard)


def _command(text: str) -> str | None:
    try:
        line: HubLine | None = read_line(text)
    except ValueError:
        return None
    return line.command if line else None


def test_when_nobody_listens_it_ends() -> None:
    def deaf(line: str) -> None:
        raise BrokenPipeError

    server = Server(deaf)
    server.run(iter(lambda: "ping", None))
    assert isinstance(server.failed, BrokenPipeError)
