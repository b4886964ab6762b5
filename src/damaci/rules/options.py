"""What players may agree on before a game, whatever its ruleset."""

from dataclasses import dataclass

from damaci.arguments import expect_kind


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of a game that are not movement and not endings.

    >>> Options(touch_move=True)
    Options(touch_move=True, announcements=False, last_three_kings=False)
    """

    touch_move: bool = False
    """A piece that has been lifted and can move has to be played (federation rule 4)."""
    announcements: bool = False
    """Courtesy announcements: asking for pieces, "dama is next", "Dama!" (the federation's rules of courtesy)."""
    last_three_kings: bool = False
    """As soon as a side has three pieces or fewer at the end of a move, its men become kings (HGware's junior rule)."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a value that is neither True nor False."""
        for name in ("touch_move", "announcements", "last_three_kings"):
            expect_kind(name, getattr(self, name), bool)
