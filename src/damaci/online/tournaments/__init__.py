"""Tournaments that the server runs by itself: announced and joined by players, paired and ended by its clock."""
