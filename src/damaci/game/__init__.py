"""A game as it is played: moves so far, draws, outcome, announcements."""
