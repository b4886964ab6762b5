"""The notation of games: PDN."""
