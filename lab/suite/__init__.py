"""Hard positions: a short search does not choose the right move, but a long one or the tables prove it."""
