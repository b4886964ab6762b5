"""A page without a network: every request fails until the network is back."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

TELL = "(event) => dispatchEvent(new Event(event))"


@contextmanager
def offline(page: Page) -> Iterator[None]:
    """Cuts the page off from the network while the context lasts. A service worker must not answer the page's requests.

    Neither Chromium's own emulation nor a route of the whole context is used. Both also apply to the context's service
    workers, and a worker that was just starting or being removed never answered: in two runs of CI the call waited for
    ever.
    """
    page.route("**", lambda route: route.abort("internetdisconnected"))
    page.evaluate(TELL, "offline")
    yield
    page.unroute_all(behavior="ignoreErrors")
    page.evaluate(TELL, "online")
