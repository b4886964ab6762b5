"""The server for many players: who they are, how they find each other, and what each of them may do."""
