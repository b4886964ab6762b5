"""The command line: `damaci` and its commands, one file each."""
