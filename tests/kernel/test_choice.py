"""Which of the compiled kernels a process uses."""

import os
import subprocess
import sys
from importlib.util import find_spec

WHICH = [sys.executable, "-c", "from damaci._kernel import BUILD; print(BUILD)"]


def chosen(**environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(WHICH, env=os.environ | environment, capture_output=True, text=True)


def test_the_machine_chooses() -> None:
    assert chosen(DAMACI_KERNEL="").stdout in ("baseline\n", "x86-64-v3\n")


def test_the_portable_kernel_can_be_asked_for() -> None:
    asked = chosen(DAMACI_KERNEL="baseline")
    if find_spec("damaci._kernel_baseline"):
        assert asked.stdout == "baseline\n"
    else:
        assert "ImportError: this development build has no portable kernel; build both: make setup KERNELS=all" in (
            asked.stderr
        )
