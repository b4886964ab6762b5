"""What pages ask for besides a live game, answered without HTTP: handlers, sockets and workers translate."""
