"""The keys of all records. Those of one kind follow each other in the order in which they are wanted."""

PROBE = "probe:"
"""A key at which nothing is stored: a write there shows whether writing is possible."""
LAST = "~"
"""Comes after every other letter of a key."""
_LATEST = 10**17
"""Microseconds since the epoch, later than everything."""


def kind(name: str) -> tuple[str, str]:
    """Two keys between which all keys of a kind are."""
    return f"{name}:", f"{name}:{LAST}"


def game(id: str) -> str:
    """The row of a game."""
    return f"game:{id}"


def listed(updated: float, id: str) -> str:
    """The row of a game among all, last changed first."""
    return f"list:{_backwards(updated)}:{id}"


def running(updated: float, id: str) -> str:
    """The row of an unfinished game among these, last changed first."""
    return f"running:{_backwards(updated)}:{id}"


def events(id: str, version: int) -> str:
    """Events of a game that were stored together, of which the last has this version."""
    return f"events:{id}:{version:08}"


def events_of(id: str, after: int = 0) -> tuple[str, str]:
    """Two keys between which those of a game's events after a version are."""
    return events(id, after), f"events:{id}:{LAST}"


def content(hash: str) -> str:
    """The game with a content."""
    return f"content:{hash}"


def unhashed(id: str) -> str:
    """Marks a finished game without a hash."""
    return f"unhashed:{id}"


def uncounted(id: str) -> str:
    """Marks a finished game that the explorer has not counted."""
    return f"uncounted:{id}"


def explored(ruleset: str, position: int) -> tuple[str, str]:
    """Two keys between which those of the moves that games made in a position are."""
    place = f"explored:{ruleset}:{position % 2**64:016x}:"
    return place, place + LAST


def explored_move(ruleset: str, position: int, after: int) -> str:
    """The games that made a move."""
    return f"{explored(ruleset, position)[0]}{after % 2**64:016x}"


def review(id: str) -> str:
    """The review of a game."""
    return f"review:{id}"


def tournament(id: str) -> str:
    """The row of a tournament."""
    return f"tournament:{id}"


def tournament_event(id: str, version: int) -> str:
    """An event of a tournament."""
    return f"tournament-events:{id}:{version:08}"


def tournament_events(id: str, after: int = 0) -> tuple[str, str]:
    """Two keys between which those of a tournament's events after a version are."""
    return tournament_event(id, after), f"tournament-events:{id}:{LAST}"


def study(id: str) -> str:
    """A study, with what a list shows of it."""
    return f"study:{id}"


def study_chapter(id: str, chapter: str) -> str:
    """What is in a chapter of a study."""
    return f"study-chapters:{id}:{chapter}"


def study_chapters(id: str) -> tuple[str, str]:
    """Two keys between which those of a study's chapters are."""
    return study_chapter(id, ""), study_chapter(id, LAST)


def setting(key: str) -> str:
    """A setting."""
    return f"setting:{key}"


def heartbeat(process: str) -> str:
    """The last heartbeat of a process."""
    return f"heartbeat:{process}"


def outage(since: float) -> str:
    """An outage, in the order of their beginnings."""
    return f"outage:{since * 1e6:017.0f}"


def _backwards(moment: float) -> str:
    return f"{_LATEST - round(moment * 1e6):017}"
