"""The door for browsers nearby: a listener on the network, for one guest at one game, while that game is offered or
played."""
