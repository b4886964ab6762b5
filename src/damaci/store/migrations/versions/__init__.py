"""One module for each schema change, in order."""
