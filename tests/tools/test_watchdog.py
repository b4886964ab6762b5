"""The watchdog does not end tests that are allowed to take longer."""

import pytest

from tests.watchdog import longest


def test_a_test_has_the_time_that_all_have(request: pytest.FixtureRequest) -> None:
    assert longest(request.node) == 600.0


@pytest.mark.timeout(4200)
def test_a_test_may_have_a_time_of_its_own(request: pytest.FixtureRequest) -> None:
    assert longest(request.node) == 4200.0
