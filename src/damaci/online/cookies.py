"""The names of the session cookie."""

SESSION_COOKIE = "damaci-session"
HOST_ONLY = "__Host-"
"""A cookie with this prefix can be set only by this host over HTTPS; another host of the same domain cannot inject a
session."""
