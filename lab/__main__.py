"""`python -m lab` starts the laboratory's commands."""

import sys

try:
    import numpy  # noqa: F401
    import scipy  # noqa: F401
except ModuleNotFoundError as missing:
    sys.exit(f"lab: {missing.name} is not installed. To get it: pip install numpy scipy")

from lab.commands import main

if __name__ == "__main__":
    sys.exit(main())
