"""Which explanations a page embeds."""

import re

from damaci.site.assets import Assets
from damaci.site.rendering import TEMPLATES

ENDS = "game/ends.js"


def test_pages_that_say_why_a_game_is_over_embed_the_sentences() -> None:
    assets = Assets()
    found = []
    for template in TEMPLATES.rglob("*.html"):
        text = template.read_text(encoding="utf-8")
        script = re.search(r"{% block script %}([^{]+){%", text)
        if script and assets.url(ENDS) in assets.modules(script[1]):
            found.append(template.parent.name)
            assert re.search(r'set features = \[.*"ended"', text), template
    assert {"game", "tv", "analysis", "studies", "broadcasts"} <= {*found}
