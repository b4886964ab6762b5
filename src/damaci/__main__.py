"""`python -m damaci` is the command `damaci`."""

import sys

from damaci.cli.main import main

sys.exit(main())
