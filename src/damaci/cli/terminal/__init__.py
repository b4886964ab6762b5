"""A game in the terminal: what is drawn, what is said, what is typed."""
