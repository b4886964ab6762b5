"""What a game or a position is worth: review, mistakes, exact answers. No I/O."""
