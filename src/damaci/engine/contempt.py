"""How much a draw costs an engine that plays, so that it avoids draws against weaker opponents."""

CONTEMPT = 15
"""In centimen. An engine that plays its best move prefers every move worth more than minus this to a draw. An analysis
counts draws as equal, and so does a level that chooses among several moves."""
MOST_CONTEMPT = 1000
"""The largest contempt in centimen."""
