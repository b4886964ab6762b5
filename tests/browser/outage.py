"""A page without a network: every request fails, until it is there again."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

TELL = "(event) => dispatchEvent(new Event(event))"


@contextmanager
def offline(page: Page) -> Iterator[None]:
    """Lets the page have no network meanwhile. No service worker may answer its requests.

    Neither Chromium's own emulation nor a route of the whole context is used. Both are told to the context's service
    workers too, and one that was just starting or being removed never answered: in two runs of CI the call waited for
    ever."""
    page.route("**", lambda route: route.abort("internetdisconnected"))
    page.evaluate(TELL, "offline")
    yield
    page.unroute_all(behavior="ignoreErrors")
    page.evaluate(TELL, "online")
