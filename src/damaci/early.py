"""Ctrl-C before the command has begun: most of a start is spent on imports, which have nothing to put in order."""

import os
import signal
import sys

INTERRUPTED = 130
"""The exit status."""
_SCRIPTS = ("/damaci", "\\damaci", "\\damaci.exe")
"""How the path of the command's script ends."""


def is_command() -> bool:
    """Whether this process was started as the command, and not as a program that imports the package."""
    started = sys.orig_argv[1:3]
    return started == ["-m", "damaci"] or "".join(started[:1]).endswith(_SCRIPTS)


def quit_at_once(*_: object) -> None:
    """Ends the process without a word."""
    os._exit(INTERRUPTED)


def until_begun() -> None:
    """From here on, until `begun`, Ctrl-C ends the command at once. Where it is ignored, that stays so."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, quit_at_once)


def begun() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is quit_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
