"""Where games are kept unless `--data-dir` says otherwise."""

from pathlib import Path


def default_data_dir() -> Path:
    """This user's folder for Damacı's data, as the operating system has it."""
    from platformdirs import user_data_path

    return user_data_path("damaci", appauthor=False)
