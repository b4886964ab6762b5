"""How games are written down: PDN."""
