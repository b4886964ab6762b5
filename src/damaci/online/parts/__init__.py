"""The services of the server by subject: each part is opened by itself, of what the parts before it have."""
