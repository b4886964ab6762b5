"""What a ruleset is, which there are, and the reference generator."""
