"""Many positions at once, as NumPy arrays, for research. Needs `pip install 'damaci[numpy]'`.

>>> from damaci.batch import Positions
>>> int(Positions.start(1000).perft(3).sum())
708000
"""

try:
    import numpy  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError("damaci.batch needs NumPy. To get it: pip install 'damaci[numpy]'") from missing

from damaci.batch.moves import ACTIONS, Moves
from damaci.batch.positions import Positions
from damaci.batch.results import Results

__all__ = ["ACTIONS", "Moves", "Positions", "Results"]
