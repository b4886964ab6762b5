"""Two devices at one game: a link between two apps, over Bluetooth or the local network."""
