"""The pages behind the links in mails. Programs that look into mails open links by themselves, so only a button there,
or a mail program's own (RFC 8058), does something."""

import time
from typing import Any, Literal

from litestar import Request, Response, get, post
from litestar.params import FromPath

from damaci.online.mail.links import CONFIRM, END
from damaci.online.secret import hashed
from damaci.online.security import BY_LINK
from damaci.online.services import OnlineServices
from damaci.site.pages import page

AnyRequest = Request[Any, Any, Any]
What = Literal["confirm", "confirmed", "outdated", "end", "ended"]


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


def _page(request: AnyRequest, what: What) -> Response[str]:
    return page(request, "account/mail_link.html", {}, shown={"what": what})


ROUTES = (ask_to_confirm, confirm, ask_to_end, end)
