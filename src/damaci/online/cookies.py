"""The names of cookies."""

SESSION_COOKIE = "damaci-session"
BOARD_COOKIE = "damaci-board"
"""Followed by the id of a game that is entered for a broadcast."""
HOST_ONLY = "__Host-"
"""A cookie with this prefix can be set only by this host over HTTPS; another host of the same domain cannot inject a
session."""
