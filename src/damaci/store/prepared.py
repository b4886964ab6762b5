"""A statement that is carried out often: put into the database's own words once, not each time."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, CompoundSelect, Delete, Dialect, Insert, Select, TextClause, Update, bindparam
from sqlalchemy.types import TypeEngine


def value(name: str, kind: type[TypeEngine[Any]] | TypeEngine[Any] | None = None) -> BindParameter[Any]:
    """The value of that name in a statement. `kind`: its type, where it cannot be told from what it stands beside."""
    return bindparam(name, None, type_=kind)


class _Words(NamedTuple):
    text: str
    order: Sequence[str]
    constants: Mapping[str, object]


class Prepared:
    """A statement of SQLAlchemy with named values: those made by `value`, or the columns of an INSERT."""

    def __init__(
        self,
        statement: Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]] | Insert | Update | Delete | TextClause,
    ) -> None:
        self.statement = statement
        self._words: _Words | None = None

    def words(self, dialect: Dialect, values: Mapping[str, object]) -> tuple[str, Sequence[object]]:
        """The text, in the only dialect that is ever asked for, and the values in the order in which it names them."""
        if self._words is None:
            self._words = self._put(dialect, values)
        text, order, constants = self._words
        return text, [values[name] if name in values else constants[name] for name in order]

    def _put(self, dialect: Dialect, values: Mapping[str, object]) -> _Words:
        compiled = self.statement.compile(
            dialect=dialect, column_keys=list(values), compile_kwargs={"render_postcompile": True}
        )
        return _Words(str(compiled), compiled.positiontup or (), compiled.params)
