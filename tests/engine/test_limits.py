import pytest

from damaci.engine import Limits


@pytest.mark.parametrize("limit", ["depth", "nodes", "seconds"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_limits_are_positive(limit: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{limit} is .*: expected a"):
        Limits(**{limit: value})


def test_within_shortens_and_never_lengthens() -> None:
    assert Limits(depth=3).within(2.0) == Limits(depth=3, seconds=2.0)
    assert Limits(seconds=1.0).within(2.0) == Limits(seconds=1.0)
    assert Limits(seconds=3.0).within(2.0) == Limits(seconds=2.0)
    assert Limits(seconds=3.0).within(None) == Limits(seconds=3.0)
