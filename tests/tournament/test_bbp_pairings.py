"""Comparison with bbpPairings, the program with which FIDE compares others for its endorsements: we pair its random
tournaments again, and it pairs ours. No package contains it: build
https://github.com/BieremaBoyzProgramming/bbpPairings with make."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from damaci.tournament import Refusal, TournamentCode, commands
from damaci.tournament.crosstable import Mark
from damaci.tournament.records import to_report
from damaci.tournament.trf import read_trf, write_trf
from tests.support import require_program
from tests.tournament.played import Played
from tests.tournament.test_simulated import OUTCOMES, happen
from tests.tournament.test_swiss import pairs_alike

pytestmark = pytest.mark.nightly
CONFIG = "PlayersNumber={}\nRoundsNumber={}\nForfeitRate={}\nRetiredRate={}\nHalfPointByeRate={}\n"
ROUNDS = 7
NO_PAIRING = 1
"""bbpPairings' exit code."""


class BbpPairings:
    """The program, with a folder for its files."""

    def __init__(self, folder: Path) -> None:
        self._program = require_program("bbpPairings.exe", "make in a checkout of bbpPairings", also=("bbpPairings",))
        self._folder = folder

    def generate(self, seed: int, random: Random) -> bytes:
        """A random tournament that the program has paired. With `seed`, configurations are tried until one can be
        paired to its end."""
        config = self._folder / "config"
        made = self._folder / "made.trf"
        while not made.exists():
            rates = [random.randint(4, 20) for _ in range(3)]
            config.write_text(CONFIG.format(random.randint(6, 50), random.randint(5, 9), *rates))
            ended = self._run("-g", str(config), "-o", str(made), "-s", str(seed))
            assert ended.returncode in (0, NO_PAIRING), ended.stderr
        return made.read_bytes()

    def pair(self, report: str) -> set[tuple[int, int]] | None:
        """The pairs of the next round as White and Black, with a bye as a game against 0; None if no pairing is
        possible."""
        asked = self._folder / "asked.trf"
        paired = self._folder / "paired"
        asked.write_text(report)
        ended = self._run(str(asked), "-p", str(paired))
        if ended.returncode == NO_PAIRING:
            return None
        assert ended.returncode == 0, ended.stderr
        white_and_black = [line.split() for line in paired.read_text().splitlines()[1:] if line]
        return {(int(white), int(black)) for white, black in white_and_black}

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self._program, "--dutch", *arguments], capture_output=True, text=True, check=False)


def last_round(club: Played) -> set[tuple[int, int]]:
    numbers = {id: number for number, id in enumerate(club.tournament.seeds, 1)}
    round = club.tournament.rounds[-1]
    pairs = {(numbers[game.white], numbers[game.black]) for game in round.games}
    return pairs | {(numbers[round.bye], 0)} if round.bye else pairs


@pytest.mark.parametrize("seed", range(100))
def test_we_pair_its_tournaments_as_it_does(tmp_path: Path, seed: int) -> None:
    report = read_trf(BbpPairings(tmp_path).generate(seed, Random(seed)))
    assert any(report.table.entry(player.id, 1).mark is not Mark.PENDING for player in report.table.players)
    pairs_alike(report)


@pytest.mark.parametrize("seed", range(100))
def test_it_pairs_our_tournaments_as_we_do(tmp_path: Path, seed: int) -> None:
    """The tournaments have late entries, byes, withdrawals, returns, forfeits and corrections."""
    program = BbpPairings(tmp_path)
    random = Random(seed)
    club = Played(rounds=ROUNDS)
    club.enter(random.randint(8, 40))
    while len(club.tournament.rounds) < ROUNDS:
        happen(club, random)
        theirs = program.pair(write_trf(to_report(club.tournament)))
        decision = club.do(commands.Pair(round=len(club.tournament.rounds) + 1))
        if isinstance(decision, Refusal):
            assert decision.code is TournamentCode.NO_PAIRING
            assert theirs is None
            break
        assert last_round(club) == theirs
        for round, board in club.tournament.pending:
            club.must(commands.Score(round=round, board=board, result=random.choice(OUTCOMES)))
