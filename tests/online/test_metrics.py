from prometheus_client import CollectorRegistry, Histogram, generate_latest

from damaci.online.metrics import SECONDS, Durations


def test_durations_are_told_as_by_a_histogram_of_the_library() -> None:
    counted = CollectorRegistry()
    expected = CollectorRegistry()
    ours = Durations("damaci_seconds", "How long.")
    counted.register(ours)
    theirs = Histogram("damaci_seconds", "How long.", buckets=SECONDS, registry=expected)
    for seconds in (0.0, 0.001, 0.0011, 0.3, 5.0, 7.5):
        ours.add(seconds)
        theirs.observe(seconds)
    assert _lines(counted) == _lines(expected)


def _lines(registry: CollectorRegistry) -> list[str]:
    return [line for line in generate_latest(registry).decode().splitlines() if "_created" not in line]
