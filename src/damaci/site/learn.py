"""The pages for learning: the overview, the lessons, a rule card for every ruleset."""

from functools import partial

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from damaci.lessons import CONTEXT
from damaci.rules.catalogue import RULESETS
from damaci.sentence import Translate
from damaci.services.lessons import LessonTry, LessonVerdict
from damaci.services.practice import PracticeTry, Practised
from damaci.site import page_data
from damaci.site.connection import AnyRequest
from damaci.site.costs import REFUTATION
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.site.services import LessonServices


@get("/learn")
async def overview(request: AnyRequest) -> Response[str]:
    """Every lesson and every rule card."""
    words = catalog(language_of(request))
    shown = page_data.lessons(LessonServices.of(request).lessons, words, _translate(request))
    return page(request, "learn/overview.html", {}, shown=shown)


@get("/learn/{lesson:str}")
async def one_lesson(request: AnyRequest, lesson: FromPath[str]) -> Response[str]:
    """The page of a lesson. Raises UnknownLesson."""
    found = LessonServices.of(request).lessons.lesson(lesson, _translate(request))
    return page(request, "learn/lesson.html", {"lesson": msgspec.to_builtins(found)}, shown={"lesson": found})


@get("/learn/practice/{course:str}")
async def practise(request: AnyRequest, course: FromPath[str]) -> Response[str]:
    """The page of a course's practice. Raises UnknownLesson."""
    found = LessonServices.of(request).practice.show(course, _translate(request))
    return page(request, "learn/practice.html", {"practice": msgspec.to_builtins(found)}, shown={"practice": found})


@get("/learn/rules/{ruleset:str}")
async def rule_card(request: AnyRequest, ruleset: FromPath[str]) -> Response[str]:
    """The rules of one ruleset, with drawings."""
    if ruleset not in RULESETS:
        raise NotFoundException(f"no ruleset {ruleset!r}")
    chosen = RULESETS[ruleset]
    rulesets = page_data.ruleset_titles(catalog(language_of(request)))
    sections = LessonServices.of(request).lessons.card(ruleset, _translate(request))
    title = catalog(language_of(request)).translations.gettext(chosen.title)
    shown = {"title": title, "sources": chosen.sources, "sections": sections, "rulesets": rulesets}
    return page(request, "learn/rules.html", {"ruleset": ruleset}, shown=shown)


@post("/api/lessons/{lesson:str}/try", status_code=200)
async def try_move(request: AnyRequest, lesson: FromPath[str], data: JSONBody[LessonTry]) -> LessonVerdict:
    """Answers whether a move solves a step, and if not, why. Raises UnknownLesson."""
    return await LessonServices.of(request).lessons.attempt(lesson, data, _translate(request))


@post("/api/lessons/{course:str}/practice", status_code=200, opt=REFUTATION)
async def try_in_practice(request: AnyRequest, course: FromPath[str], data: JSONBody[PracticeTry]) -> Practised:
    """Answers what a move in a course's practice has led to. Raises UnknownLesson, and Rejected for a position that the
    visitor is playing in a rated game."""
    services = LessonServices.of(request)
    permit = partial(services.expect_no_help, request)
    return await services.practice.attempt(course, data, services.asker(request), permit)


def _translate(request: AnyRequest) -> Translate:
    """Translates the texts of damaci.lessons for the visitor."""
    return partial(catalog(language_of(request)).translations.pgettext, CONTEXT)


ROUTES = (overview, one_lesson, practise, rule_card, try_move, try_in_practice)
