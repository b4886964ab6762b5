"""The addresses that the pages of the site without a server use.

They are relative, so that the site works below any path. All pages of a language are files of one folder. The worker
answers requests by their names; the addresses of requests are only what links carry.
"""

from damaci.site.addresses import Addresses

NAMES = (
    "games.create",
    "games.delete",
    "games.hint",
    "records.hint",
    "games.import",
    "games.pdn",
    "games.all",
    "pictures.game",
    "pictures.draw",
    "data.read",
    "data.delete",
    "preferences.write",
    "lessons.try",
    "lessons.practice",
    "analysis.stand",
    "analysis.move",
    "analysis.setup",
    "analysis.problem",
    "analysis.open",
    "analysis.pdn",
    "analysis.explore",
    "analysis.explored",
    "puzzles.next",
    "puzzles.show",
    "puzzles.try",
    "puzzles.hint",
    "puzzles.solution",
    "puzzles.series",
    "puzzles.finish",
    "device.speed",
    "tables.show",
    "tables.make",
    "tables.stop",
    "tables.remove",
    "mistakes.left",
    "mistakes.review",
    "mistakes.next",
    "mistakes.show",
    "mistakes.try",
    "mistakes.hint",
    "mistakes.solution",
)
PARAMETERS = {"games.pdn": "?game={game}", "pictures.game": "?game={game}&ply={ply}"}
"""What follows the name in a link."""

ADDRESSES = Addresses(
    requests={name: f"GET #{name}{PARAMETERS.get(name, '')}" for name in NAMES},
    channels={"game": "#game?game={game}", "analysis": "#analysis"},
    pages={
        "home": "./",
        "game": "./?game={game}",
        "games": "games.html",
        "learn": "learn.html",
        "lesson": "lesson-{lesson}.html",
        "course": "course.html?lesson={lesson}",
        "practice": "practice.html?course={course}",
        "rules": "rules-{ruleset}.html",
        "puzzles": "puzzles.html",
        "puzzles.of": "puzzles.html?ruleset={ruleset}",
        "puzzles.go": "puzzle.html?mode={mode}&ruleset={ruleset}&theme={theme}",
        "puzzle": "puzzle.html?puzzle={puzzle}",
        "progress": "progress.html",
        "progress.of": "progress.html?ruleset={ruleset}",
        "mistakes": "puzzle.html?mode=mistakes",
        "mistakes.of": "puzzle.html?mode=mistakes&game={game}&color={color}",
        "analysis": "analysis.html",
        "analysis.game": "analysis.html?game={game}",
        "analysis.review": "analysis.html?game={game}&review=1",
    },
    doors=("home", "puzzles", "learn", "games", "analysis"),
)
