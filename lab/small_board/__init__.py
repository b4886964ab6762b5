"""Turkish draughts on boards of up to 24 squares, solved from the start."""
