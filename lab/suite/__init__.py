"""Hard positions: a short search does not choose the right move, a long one or the tables leave no doubt about it."""
