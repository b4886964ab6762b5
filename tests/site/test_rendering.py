"""The elements that an app adds to the head of its pages, and no others, are in the pages."""

import json
from string import Formatter

import msgspec
import pytest
from markupsafe import Markup

from damaci.home.addresses import ADDRESSES as HOME
from damaci.pocket.addresses import ADDRESSES as POCKET
from damaci.services.preferences import Preferences
from damaci.site.addresses import Addresses
from damaci.site.announcement import Announcement
from damaci.site.assets import Assets
from damaci.site.head import Head
from damaci.site.language import catalog
from damaci.site.rendering import Renderer, environment


def rendered(addresses: Addresses, head: Head) -> str:
    data = {"prefs": {"theme": "system", "board": "wood", "pieces": "turned", "blindfold": False, "zen": False}}
    assert set(data["prefs"]) <= set(Preferences.__struct_fields__)
    return Renderer(Assets(), addresses, head).render(
        "error.html", "tr", data | {"status": 404}, {"announcement": Announcement()}
    )


def test_a_page_has_everything_in_it_by_default() -> None:
    text = rendered(HOME, Head())
    assert '"Theme: dark":"Tema: koyu"' in text
    assert "A short tour" not in text  # the head of the page of a game
    assert "manifest.webmanifest" in text
    assert "Content-Security-Policy" not in text
    assert "data-module" not in text


def test_an_app_without_a_server_says_where_its_parts_are() -> None:
    head = Head(
        entry="game/main.js",
        early=("names.js",),
        manifest="my.webmanifest",
        policy="default-src 'self'",
        texts="tr.json",
    )
    text = rendered(POCKET, head)
    assert '"Theme: dark":"Tema: koyu"' not in text
    for part in (
        'content="default-src &#39;self&#39;"',
        'href="my.webmanifest"',
        'data-texts="tr.json"',
        'names.js" data-languages="tr en bg',
    ):
        assert part in text
    entry = Assets().url("game/main.js")
    assert f'src="{entry}" data-module="{Assets().url("shell.js")}"' in text


@pytest.mark.parametrize("name", [*POCKET.pages])
def test_addresses_of_the_site_without_a_server_are_relative(name: str) -> None:
    values = {field: "X" for _, field, _, _ in Formatter().parse(POCKET.pages[name]) if field}
    assert not POCKET.page(name, **values).startswith(("/", "http"))
    assert '="/' not in rendered(POCKET, Head(manifest="m")).replace('="/static', "")


def test_values_become_json_that_is_safe_in_html() -> None:
    words = environment(catalog("en"), Assets(), HOME, Head())
    value = {"tree": Announcement(), "said": Markup("<b>"), 1: (2, "</script>")}
    text = words.from_string("{{ value | tojson }}").render(value=value)
    assert "<" not in text
    assert json.loads(text) == {"tree": msgspec.to_builtins(Announcement()), "said": "<b>", "1": [2, "</script>"]}
    with pytest.raises(TypeError, match="object has no JSON"):
        words.from_string("{{ value | tojson }}").render(value=object())
