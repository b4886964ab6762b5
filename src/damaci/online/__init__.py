"""The server for many players: accounts, the lobby, games between strangers, and the API for programs."""
