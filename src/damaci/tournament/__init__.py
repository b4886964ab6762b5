"""Tournaments: pairing, standings with their arithmetic, report files. No I/O, no wall clock, no randomness."""
