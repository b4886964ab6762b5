"""The services of this app by subject: each part is opened by itself, of what the parts before it have."""
