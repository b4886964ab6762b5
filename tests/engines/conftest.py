"""A browser for each engine."""

from collections.abc import Iterator

import pytest

from tests.engines.drivers import Browser, firefox, webkit


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    with request.param() as browser:
        yield browser
