"""The messages between a host and those who play or watch, and how they travel: JSON, and frames on a stream of
bytes."""
