"""The services of this app by subject. Each part is opened with what the parts before it provide."""
