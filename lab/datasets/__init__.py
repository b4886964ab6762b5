"""Data sets in an open format: comma-separated values, compressed, each with a card."""
