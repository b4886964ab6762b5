"""The start of the command: every failure becomes one line on standard error and an exit status."""

import errno
import io
import os
import sys
from collections.abc import Sequence

from damaci import early

LONGEST = 400
OK = 0
UNEXPECTED = 1
BAD_INPUT = 2
INTERRUPTED = early.INTERRUPTED
NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The system's errors for a write that fails because of a full or broken disk; Windows has no error for quotas."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `damaci` with the arguments (those of the process when None) and returns its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter must not end the command
    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output needs no more of it, as in `damaci moves - | head -1`
        drop_output()
        return OK
    except OSError as error:
        return refused(error)
    except MemoryError:
        complain("there is not enough memory for this")
        return UNEXPECTED
    except Exception as error:
        if os.environ.get("DAMACI_DEBUG"):
            raise
        complain(
            f"this should not have happened: {type(error).__name__}: {error}. "
            "Please report it, with what DAMACI_DEBUG=1 and `damaci doctor` show."
        )
        return UNEXPECTED


def run(arguments: Sequence[str]) -> int:
    """Runs the command; errors that the user can correct are printed here."""
    import click

    from damaci.cli.commands import damaci
    from damaci.errors import DamaciError

    early.begun()
    try:
        status = damaci.main(list(arguments), prog_name="damaci", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return BAD_INPUT
    except click.UsageError as error:
        complain(error.format_message(), error.ctx.command_path if error.ctx else "damaci")
        return BAD_INPUT
    except click.ClickException as error:
        complain(error.format_message())
        return BAD_INPUT
    except DamaciError as error:
        complain(str(error))
        return BAD_INPUT
    except click.Abort:
        return INTERRUPTED
    except SystemExit:  # raised by Click in place of a BrokenPipeError
        raise BrokenPipeError from None
    if isinstance(status, int):
        return status
    return OK


def refused(error: OSError) -> int:
    """Says what the system has refused, and returns the exit status."""
    drop_output()
    if error.filename is not None:
        complain(f"{error.filename}: {error.strerror}")
        return BAD_INPUT
    if error.errno in NO_ROOM:  # errors in writing a file name the file
        complain(f"standard output cannot be written: {error.strerror}")
        return BAD_INPUT
    complain(str(error))
    return UNEXPECTED


def complain(message: str, who: str = "damaci") -> None:
    """One line on standard error, whatever the message holds and however long it is."""
    line = " ".join(message.split())
    print(f"{who}: {line if len(line) <= LONGEST else line[:LONGEST] + ' ...'}", file=sys.stderr)


def drop_output() -> None:
    """Redirects standard output to nothing, so that Python does not fail again when it flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
