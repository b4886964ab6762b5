"""Addresses for mail, as players enter them."""

import re
from urllib.parse import urlsplit

from damaci.errors import DamaciError

LONGEST = 254
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_NAME = rf"(?!.*=\?)(?=[^@]{{1,64}}@){_ATOM}(\.{_ATOM})*"
"""What stands before the `@`. `=?` begins a word that is encoded: no header can have that as a part of an address."""
_ADDRESS = re.compile(rf"{_NAME}@({_LABEL}\.)+{_LABEL}", re.ASCII)
_SENDER = re.compile(rf"{_NAME}@({_LABEL}\.)*{_LABEL}", re.ASCII)


class BadMailAddress(DamaciError):
    """The text is no address for mail."""

    code = "bad-mail-address"


def parse(text: str) -> str:
    """An address in plain letters, without a name beside it. Raises BadMailAddress.

    >>> parse(" ada@dama.example ")
    'ada@dama.example'
    """
    found = text.strip()
    if len(found) > LONGEST or not _ADDRESS.fullmatch(found):
        raise BadMailAddress("expected an address such as ada@example.org")
    return found


def mailbox(address: str) -> str:
    """The mailbox of an address, as far as anybody can tell: for many servers, what stands after a plus sign is a label
    that the owner of the mailbox chooses.

    >>> mailbox("Ada+dama@Dama.example")
    'ada@dama.example'
    """
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def is_sender(text: str) -> bool:
    """Whether mails can be from an address; the name of its host may have no dot, as in a local network.

    >>> is_sender("dama@localhost"), is_sender("<dama>@localhost")
    (True, False)
    """
    return _SENDER.fullmatch(text) is not None


def host_of(url: str) -> str:
    """The name of a server's public address, such as `dama.example`."""
    return urlsplit(url).hostname or "localhost"
