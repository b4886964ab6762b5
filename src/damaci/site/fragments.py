"""The main part of a page alone, rendered from the page's template: for pages that are there already."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, StrictUndefined

from damaci.site.addresses import Addresses
from damaci.site.language import catalog

TEMPLATES = Path(__file__).parent / "templates"
_ALONE = {"base.html": "{% block main %}{% endblock %}"}


class Fragments:
    """Renders the block `main` of templates of one app."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._environment = cache(self._new_environment)

    def main(self, template: str, language: str, shown: dict[str, Any]) -> str:
        """The main part of a page that shows these values."""
        return self._environment(language).get_template(template).render(shown)

    def _new_environment(self, language: str) -> Environment:
        made = Environment(
            loader=ChoiceLoader([DictLoader(_ALONE), FileSystemLoader(TEMPLATES)]),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.globals["addresses"] = self._addresses
        words = catalog(language)
        made.install_gettext_translations(words.translations, newstyle=False)  # type: ignore[attr-defined]
        return made
