"""Learning in the browser: the overview, the lessons, a rule card for every ruleset."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from damaci.board.position import Position
from damaci.lessons import CONTEXT
from damaci.lessons.card import card
from damaci.lessons.catalogue import CHAPTERS, LESSONS, following
from damaci.lessons.diagram import Diagram
from damaci.lessons.lesson import Attempt, Lesson, Step
from damaci.play.refusal import Refusal
from damaci.rules.catalogue import RULESETS
from damaci.sentence import Sentence
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.services import PageServices
from damaci.wire import messages as m
from damaci.wire import view

AnyRequest = Request[Any, Any, Any]
Speaker = Callable[[str], str]
"""Says a text of damaci.lessons in the visitor's language."""


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, in any accepted move text, in a step of a lesson."""

    step: int
    move: str


class Played(msgspec.Struct, frozen=True):
    """A move to be shown, and what stands on the board after it."""

    way: m.Step
    fen: str


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a try."""

    solved: bool = False
    note: str = ""
    """Why it is right, or that it is not what is looked for, in the visitor's language."""
    played: Played | None = None
    reply: Played | None = None
    refused: m.Refused | None = None


# ---- pages -----------------------------------------------------------------------------------------------------------


@get("/learn")
async def overview(request: AnyRequest) -> Response[str]:
    """Every lesson and every rule card."""
    say = _speaker(request)
    finished = PageServices.of(request).finished_lessons()
    chapters = [
        {
            "title": say(chapter.title),
            "about": say(chapter.about),
            "lessons": [_listed(lesson, say, finished) for lesson in chapter.lessons],
        }
        for chapter in CHAPTERS
    ]
    return page(request, "learn/overview.html", {}, shown={"chapters": chapters, "rulesets": _rulesets(request)})


@get("/learn/{lesson:str}")
async def one_lesson(request: AnyRequest, lesson: FromPath[str]) -> Response[str]:
    """A lesson, to be played."""
    found = _lesson(lesson)
    say = _speaker(request)
    finished = PageServices.of(request).finished_lessons()
    movement = RULESETS[found.ruleset].movement
    after = following(found)
    data = _listed(found, say, finished) | {
        "number": [*LESSONS].index(found.name) + 1,
        "count": len(LESSONS),
        "steps": [_step(position, step, say) for position, step in zip(found.positions, found.steps, strict=True)],
        "next": _listed(after, say, finished) if after else None,
        "ruleset": found.ruleset,
        "chequered": movement.dark_squares_only,
        "removal": movement.removal,
    }
    return page(request, "learn/lesson.html", {"lesson": data})


@get("/learn/rules/{ruleset:str}")
async def rule_card(request: AnyRequest, ruleset: FromPath[str]) -> Response[str]:
    """The rules of one ruleset, with drawings."""
    if ruleset not in RULESETS:
        raise NotFoundException(f"no ruleset {ruleset!r}")
    say = _speaker(request)
    sections = [
        {
            "name": section.name,
            "title": say(section.title),
            "sentences": [_said(sentence, say) for sentence in section.sentences],
            "diagrams": [_drawing(diagram, say) for diagram in section.diagrams],
        }
        for section in card(RULESETS[ruleset])
    ]
    chosen = RULESETS[ruleset]
    shown = {"title": _title(request, chosen.title), "sources": chosen.sources, "sections": sections}
    return page(request, "learn/rules.html", {"ruleset": ruleset}, shown=shown | {"rulesets": _rulesets(request)})


# ---- tries -----------------------------------------------------------------------------------------------------------


@post("/api/lessons/{lesson:str}/try", status_code=200)
async def try_move(request: AnyRequest, lesson: FromPath[str], data: JSONBody[Try]) -> Tried:
    """Whether a move solves a step, and why not. The last step solved finishes the lesson."""
    found = _lesson(lesson)
    if not 0 <= data.step < len(found.steps):
        raise NotFoundException(f"lesson {lesson!r} has no step {data.step}")
    attempt = found.attempt(data.step, data.move)
    if attempt.solved and data.step == len(found.steps) - 1:
        await PageServices.of(request).finish_lesson(found.name)
    return _tried(found, data.step, attempt, _speaker(request))


def _tried(lesson: Lesson, index: int, attempt: Attempt, say: Speaker) -> Tried:
    step, position = lesson.steps[index], lesson.positions[index]
    if attempt.refusal:
        return Tried(refused=view.refused("", Refusal.of_move(attempt.refusal)))
    assert attempt.move
    if not attempt.solved:
        return Tried(note=say(step.astray))
    after = position.play(attempt.move)
    reply = lesson.answer(index)
    return Tried(
        solved=True,
        note=say(step.praise),
        played=Played(view.step(attempt.move), after.fen),
        reply=Played(view.step(reply), after.play(reply).fen) if reply else None,
    )


# ---- words -----------------------------------------------------------------------------------------------------------


def _speaker(request: AnyRequest) -> Speaker:
    return partial(catalog(language_of(request)).translations.pgettext, CONTEXT)


def _said(sentence: Sentence, say: Speaker) -> str:
    return sentence.told(say)


def _title(request: AnyRequest, title: str) -> str:
    return catalog(language_of(request)).translations.gettext(title)


def _lesson(name: str) -> Lesson:
    if name not in LESSONS:
        raise NotFoundException(f"no lesson {name!r}")
    return LESSONS[name]


def _listed(lesson: Lesson, say: Speaker, finished: frozenset[str]) -> dict[str, Any]:
    return {"name": lesson.name, "title": say(lesson.title), "finished": lesson.name in finished}


def _rulesets(request: AnyRequest) -> list[dict[str, str]]:
    return [{"name": each.name, "title": _title(request, each.title)} for each in RULESETS.values()]


def _step(position: Position, step: Step, say: Speaker) -> dict[str, Any]:
    moves = position.legal_moves
    legal = msgspec.to_builtins(view.listed(position, moves))
    return {
        "task": say(step.task),
        "fen": position.fen,
        "legal": legal,
        "must": view.must(moves),
        "answer": step.solutions[0],
    }


def _drawing(diagram: Diagram, say: Speaker) -> dict[str, Any]:
    moves = [diagram.position.text(move) for move in diagram.moves]
    return {"svg": diagram.svg(), "caption": _said(diagram.caption, say), "pieces": diagram.pieces(), "moves": moves}


ROUTES = (overview, one_lesson, rule_card, try_move)
