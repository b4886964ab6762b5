"""What can be wrong with what the laboratory is given."""

from damaci.errors import DamaciError


class LabError(DamaciError):
    """A file or an option is not what was expected; the text names it."""
