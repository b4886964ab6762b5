"""Rulesets: what they consist of, the list of them, and the reference move generator."""
