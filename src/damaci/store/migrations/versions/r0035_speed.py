"""How fast each game is."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"

_OF_CLOCK = {
    "sqlite": "json_extract(event, '$.settings.clock.{}')",
    "postgresql": "CAST(CAST(event AS json) -> 'settings' -> 'clock' ->> '{}' AS double precision)",
}
_CLOCKED = """
UPDATE games SET speed = CASE WHEN expected < 180 THEN 'bullet' WHEN expected < 480 THEN 'blitz'
 WHEN expected < 1500 THEN 'rapid' ELSE 'classical' END
FROM (SELECT game, {base} + 40 * coalesce({increment}, 0) AS expected FROM events WHERE version = 1) AS opened
WHERE opened.game = games.id AND games.days = 0 AND expected IS NOT NULL
"""


def upgrade() -> None:
    """Adds a column to the games, and fills it from what was agreed before their first moves."""
    op.add_column("games", sa.Column("speed", sa.String(16), nullable=False, server_default=""))
    of_clock = _OF_CLOCK[op.get_bind().dialect.name]
    op.execute(_CLOCKED.format(base=of_clock.format("base"), increment=of_clock.format("increment")))
    op.execute("UPDATE games SET speed = 'correspondence' WHERE days > 0")
