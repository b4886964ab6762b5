"""Addresses for mail, as players enter them."""

import re
from urllib.parse import urlsplit

from damaci.errors import DamaciError

LONGEST = 254
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(\.{_ATOM})*@({_LABEL}\.)+{_LABEL}", re.ASCII)


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


def host_of(url: str) -> str:
    """The name of a server's public address, such as `dama.example`."""
    return urlsplit(url).hostname or "localhost"
