"""What the operator announces to everybody, until a visitor dismisses it."""

import msgspec

DISMISSED_COOKIE = "damaci-dismissed"
"""Names the announcement that was dismissed in this browser. The page's script writes it."""


class Announcement(msgspec.Struct, frozen=True, tag_field="type", tag="announcement"):
    """A text on every page; an empty one: nothing is announced."""

    text: str = ""
    id: str = ""
    """Different for each announcement, also for one with the same text."""

    def unless_dismissed(self, dismissed: str | None) -> "Announcement":
        """This announcement, or none for a browser that has dismissed it. `dismissed`: its cookie."""
        if self.id and self.id == dismissed:
            return Announcement()
        return self
