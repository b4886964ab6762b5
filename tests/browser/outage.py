"""A page without a network: every request fails, until it is there again."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

TELL = "(event) => dispatchEvent(new Event(event))"


@contextmanager
def offline(page: Page) -> Iterator[None]:
    """Lets the page and all others of its browser have no network meanwhile.

    Chromium's own emulation is not used: in one run of CI it waited for ever to be ended, and stayed on for the tests
    that followed."""
    page.context.route("**", lambda route: route.abort("internetdisconnected"))
    page.evaluate(TELL, "offline")
    yield
    page.context.unroute_all(behavior="ignoreErrors")
    page.evaluate(TELL, "online")
