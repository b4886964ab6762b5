"""One module a schema change, in order."""
