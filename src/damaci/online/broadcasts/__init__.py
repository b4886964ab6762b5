"""Broadcasts: games that are played over the board elsewhere, entered on a phone at the board and seen by everybody."""
