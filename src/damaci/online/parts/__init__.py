"""The services of the server by subject. Each part is opened with what the parts before it provide."""
