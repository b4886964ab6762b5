"""Learning the game: lessons that are played, and a rule card for every ruleset.

Texts are English; the catalogues of the pages translate them, in a context of their own (CONTEXT)."""

CONTEXT = "lessons"
"""gettext's context of every text in this package."""
