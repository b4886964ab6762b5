"""Renders templates in a language."""

from functools import cache, partial
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from damaci.languages import LANGUAGES
from damaci.site.addresses import Addresses
from damaci.site.assets import Assets
from damaci.site.explaining import of_features
from damaci.site.head import Head
from damaci.site.language import Catalog, Texts, catalog

TEMPLATES = Path(__file__).parent / "templates"


class Renderer:
    """Renders the pages of one app. Every template gets `lang`, `dir`, `languages`, `static`, `modules`,
    `styles`, `messages`, `explanations`, `page`, the app's `addresses` and `head`, and gettext's functions."""

    def __init__(self, assets: Assets, addresses: Addresses, head: Head = Head()) -> None:  # noqa: B008 - immutable
        self.assets = assets
        self._addresses = addresses
        self._head = head
        self._common = {
            "requests": dict(addresses.requests),
            "channels": dict(addresses.channels),
            "pages": dict(addresses.pages),
        }
        # One environment for each language, because each has its own gettext; it caches its compiled templates.
        self._environment = cache(self._new_environment)

    def render(self, template: str, language: str, page: dict[str, Any], shown: dict[str, Any] | None = None) -> str:
        """Renders a page. `page`: values for the template and the page's scripts; `shown`: values for the template
        alone."""
        values = page | self._common | self._installed(language)
        return self._environment(language).get_template(template).render(shown or {}, page=values)

    def _installed(self, language: str) -> dict[str, str]:
        """The service workers, by the names under which the page's scripts know them."""
        workers = {"installer": self._head.installer, "meanwhile": self._head.meanwhile}
        return {name: address.format(lang=language) for name, address in workers.items() if address}

    def _new_environment(self, language: str) -> Environment:
        return environment(catalog(language), self.assets, self._addresses, self._head)


class Compiled(BytecodeCache):
    """Keeps what templates are compiled to, which is the same in every language."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """For Jinja, before it compiles a template."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For Jinja, after it has compiled a template."""
        if bucket.code:
            self._codes[bucket.key, bucket.checksum] = bucket.code


_compiled = Compiled()


def environment(words: Catalog, assets: Assets, addresses: Addresses, head: Head) -> Environment:
    """The Jinja environment of one language. An undefined name in a template is an error."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=_compiled,
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_function"] = _json
    made.policies["json.dumps_kwargs"] = {}
    made.globals.update(
        lang=words.language,
        dir=words.direction,
        languages={code: language.name for code, language in LANGUAGES.items()},
        addresses=addresses,
        head=head,
        messages=cache(partial(_texts, words, assets)),
        explanations=partial(of_features, words.language),
        static=assets.url,
        modules=cache(assets.modules),
        styles=cache(partial(_styles, assets)),
    )
    made.install_gettext_translations(words.translations, newstyle=False)  # type: ignore[attr-defined]
    return made


def _json(value: object) -> str:
    """A value as JSON, for the filter `tojson`: a page may have a tree of thousands of moves, for which Python's own
    encoder takes twenty times as long."""
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def _plain(value: object) -> str:
    """A text that is marked as safe in HTML. Raises TypeError for everything else that has no JSON."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} has no JSON")


def _texts(words: Catalog, assets: Assets, script: str) -> Texts:
    """The translations that a page with this script can need."""
    literals = assets.literals(script)
    return {text: translated for text, translated in words.texts.items() if text in literals}


def _styles(assets: Assets, *folders: str) -> Markup:
    """The links to the style sheets in these folders. No sheet depends on the order."""
    link = Markup('<link rel="stylesheet" href="{}">\n')
    return Markup("").join(link.format(assets.sheets(folder)) for folder in folders)
