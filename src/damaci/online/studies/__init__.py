"""Studies on the server: each belongs to a player, who lets others read it or write in it."""
