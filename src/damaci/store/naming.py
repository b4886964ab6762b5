"""Names in statements, in the form that searches compare: SQLite is given the function, PostgreSQL has its parts."""

from typing import Any

from sqlalchemy import ColumnElement, String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from damaci.stored.folding import VARIANTS, folded

# PostgreSQL's `translate` removes letters to which none corresponds, which have to be the last ones.
_LETTERS = "".join(sorted(VARIANTS, key=lambda letter: not VARIANTS[letter]))
_BECOME = "".join(VARIANTS[letter] for letter in _LETTERS)


class Folded(GenericFunction[str]):
    """The form of a name that is compared."""

    name = "damaci_folded"
    type = String()
    inherit_cache = True


@compiles(Folded, "postgresql")
def _in_postgresql(element: Folded, compiler: Any, **options: Any) -> str:
    # With an explicit collation: the database's own may know only English letters.
    small = f'lower({compiler.process(element.clauses, **options)} COLLATE "und-x-icu")'
    return f"translate({small}, '{_LETTERS}', '{_BECOME}')"


def has_name_part(name: ColumnElement[str], part: str) -> ColumnElement[bool]:
    """Whether a name has a part, however both are written."""
    return Folded(name).contains(folded(part), autoescape=True)


def teach(connection: Any) -> None:
    """Gives a new connection to SQLite the function."""
    connection.create_function(Folded.name, 1, folded, deterministic=True)
