"""Pairs a round in a process of its own: with 200 players the library holds the interpreter for seconds.

As a program it reads what has happened, a command and a moment as JSON, and writes what the command leads to."""

import asyncio
import contextlib
import sys
from collections.abc import Sequence

import msgspec

from damaci.tournament import Refusal, Tournament, TournamentCode
from damaci.tournament.commands import AnyCommand
from damaci.tournament.decide import Decision, decide
from damaci.tournament.events import AnyEvent

MANY = 40
"""Players from which a process of its own is worth its start."""


class PairingTask(msgspec.Struct, frozen=True):
    """What is to be decided."""

    happened: list[AnyEvent]
    command: AnyCommand
    at: float


class PairingAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Events, or the code of a refusal with its message."""

    events: list[AnyEvent] = []
    code: str = ""
    message: str = ""


_tasks = msgspec.json.Decoder(PairingTask)
_answers = msgspec.json.Decoder(PairingAnswer)


async def pair_elsewhere(happened: Sequence[AnyEvent], command: AnyCommand, at: float) -> Decision:
    """What a command leads to, decided by another process; by a second one if the first is killed. Raises RuntimeError
    when that process fails."""
    task = msgspec.json.encode(PairingTask(list(happened), command, at))
    status, answer, complaint = await _asked(task)
    if status < 0:
        status, answer, complaint = await _asked(task)
    if status:
        raise RuntimeError(f"the pairing failed: {complaint.decode(errors='replace').strip()[-500:]}")
    return _decision(_answers.decode(answer))


async def _asked(task: bytes) -> tuple[int, bytes, bytes]:
    """The exit status of another process, its answer and its complaint. The status of one that was killed is less than
    0."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        answer, complaint = await process.communicate(task)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, answer, complaint


def _decision(answer: PairingAnswer) -> Decision:
    if answer.code:
        return Refusal(TournamentCode(answer.code), answer.message)
    return answer.events


def answer(text: bytes) -> bytes:
    """The answer to a task, both as JSON."""
    task = _tasks.decode(text)
    decision = decide(Tournament.fold(task.happened), task.command, task.at)
    if isinstance(decision, Refusal):
        return msgspec.json.encode(PairingAnswer(code=decision.code, message=decision.message))
    return msgspec.json.encode(PairingAnswer(decision))


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
