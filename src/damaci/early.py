"""Ctrl-C while the command starts. Most of that time is spent on imports, which can be ended without any clean-up."""

import os
import signal
import sys

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
_SCRIPTS = ("/damaci", "\\damaci", "\\damaci.exe")
"""The possible ends of the path of the command's script."""


def is_command() -> bool:
    """Whether this process was started as the command, and not as a program that imports the package."""
    started = sys.orig_argv[1:3]
    return started == ["-m", "damaci"] or "".join(started[:1]).endswith(_SCRIPTS)


def quit_at_once(*_: object) -> None:
    """Ends the process without a message."""
    os._exit(INTERRUPTED)


def until_begun() -> None:
    """Makes Ctrl-C end the command at once until `begun` is called. If Ctrl-C is ignored, it remains so."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, quit_at_once)


def begun() -> None:
    """Makes Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is quit_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
