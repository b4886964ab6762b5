"""The app for browsers on the local network: one guest at one game, only while that game is offered or played."""
