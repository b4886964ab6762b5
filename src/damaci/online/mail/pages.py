"""The pages behind the links in mails. Programs that look into mails open links by themselves, so only a button there,
or a mail program's own (RFC 8058), does something."""

import time
from collections.abc import Sequence
from typing import Literal

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from damaci.online.mail.links import CONFIRM, END, kinds_in
from damaci.online.notice_titles import notice_titles
from damaci.online.secret import hashed
from damaci.online.security import BY_LINK
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of, page
from damaci.store.mail_addresses import Wish

What = Literal["confirm", "confirmed", "outdated", "mute", "muted", "end", "ended"]


@get(f"{CONFIRM}/{{secret:str}}")
async def ask_to_confirm(request: AnyRequest, secret: FromPath[str]) -> Response[str]:
    """Asks whether an address is to get notices."""
    return _page(request, "confirm")


@post(f"{CONFIRM}/{{secret:str}}", opt=BY_LINK)
async def confirm(request: AnyRequest, secret: FromPath[str]) -> Response[str]:
    """Confirms an address by the secret that was sent there."""
    confirmed = await OnlineServices.of(request).store.mail_addresses.confirm(hashed(secret), time.time())
    return _page(request, "confirmed" if confirmed else "outdated")


@get(f"{END}/{{name:str}}")
async def ask_to_end(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Asks whether there is to be no more mail."""
    return _page(request, "end")


@post(f"{END}/{{name:str}}", opt=BY_LINK)
async def end(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Ends all mail to an address, which is forgotten."""
    services = OnlineServices.of(request)
    await services.mail_links.end_by(services.store, name)
    return _page(request, "ended")


@get(f"{END}/{{name:str}}/{{kinds:str}}")
async def ask_to_mute(request: AnyRequest, name: FromPath[str], kinds: FromPath[str]) -> Response[str]:
    """Asks whether there are to be no more notices of some kinds. Raises NotFoundException."""
    return _page(request, "mute", _kinds(kinds))


@post(f"{END}/{{name:str}}/{{kinds:str}}", opt=BY_LINK)
async def mute(request: AnyRequest, name: FromPath[str], kinds: FromPath[str]) -> Response[str]:
    """Ends notices of some kinds to an address. Raises NotFoundException."""
    services = OnlineServices.of(request)
    ended = _kinds(kinds)
    await services.mail_links.mute_by(services.store, name, ended)
    return _page(request, "muted", ended)


def _kinds(text: str) -> Sequence[Wish]:
    found = kinds_in(text)
    if not found:
        raise NotFoundException(f"no notices {text!r}")
    return found


def _page(request: AnyRequest, what: What, kinds: Sequence[Wish] = ()) -> Response[str]:
    titles = notice_titles(catalog(language_of(request)))
    return page(request, "account/mail_link.html", {}, shown={"what": what, "kinds": kinds, "notice_titles": titles})


ROUTES = (ask_to_confirm, confirm, ask_to_end, end, ask_to_mute, mute)
