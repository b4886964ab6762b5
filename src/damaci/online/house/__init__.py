"""The house's own players: a computer at each level, with a name, whom anybody may challenge."""
