"""The error for wrong files and options."""

from damaci.errors import DamaciError


class LabError(DamaciError):
    """A file or an option is not what was expected; the message names it."""
