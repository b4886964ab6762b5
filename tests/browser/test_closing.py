"""Tests of how the browser's tests close their pages."""

import pytest

from tests.browser.conftest import Contexts
from tests.browser.site_server import SiteServer


@pytest.mark.timeout(120)
def test_pages_are_closed_while_they_go_to_another_address(contexts: Contexts, served: SiteServer) -> None:
    context = contexts.take()
    for _ in range(40):
        page = context.new_page()
        page.goto(served.address)
        page.evaluate("setTimeout(() => location.reload())")
        contexts.give_back(context, served.address)
        assert contexts.take() is context
    contexts.give_back(context, served.address)
