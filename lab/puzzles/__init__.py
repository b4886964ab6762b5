"""Puzzles: positions of games in which one move wins and every other does not, found, played out and verified."""
