"""A place in a long list, by the entry there and not by a number: what comes and goes elsewhere moves nothing."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, or_


class Bookmark(NamedTuple):
    """The entry with that id, in a list that is sorted by a moment (epoch seconds), the latest first, then by id."""

    at: float
    id: str

    def following(self, at: ColumnElement[Any], id: ColumnElement[Any]) -> ColumnElement[bool]:
        """The condition for rows after this entry. Its first part is the one that an index answers."""
        return and_(at <= self.at, or_(at < self.at, id > self.id))
