"""What players can say to each other: a few polite words, and nothing else, so that nobody has to be protected from
anybody."""

PHRASES = ("hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "goodbye")
"""Stable words; every door says them in its reader's language."""
MOST_IN_A_ROW = 5
"""How often a side may speak between two of its moves, and again when the game is over."""
