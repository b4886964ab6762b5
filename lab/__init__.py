"""The laboratory: how the evaluation's weights are learned, for any ruleset. `python -m lab --help` lists its
commands."""
