from damaci.host.audience import Audience


def test_nobody_is_told_of_a_game_that_came_to_its_own_process_alone() -> None:
    audience = Audience()
    assert not audience.misses("g", 3)
    audience.asked(["g", "h"])
    assert audience.answered([1, 2], followed={"g", "h"}) == {}
    assert audience.misses("g", 4)
    assert not audience.misses("h", 4)


def test_who_comes_later_is_told_the_last_version() -> None:
    audience = Audience()
    audience.asked(["g"])
    audience.answered([1], followed={"g"})
    audience.misses("g", 4)
    audience.misses("g", 5)
    assert audience.came("g") == {"g": 5}
    assert audience.came("g") == {}
    assert not audience.misses("g", 6)


def test_an_answer_that_somebody_has_come_says_so_too() -> None:
    audience = Audience()
    audience.asked(["g"])
    audience.asked(["g"])
    audience.answered([1], followed={"g"})
    audience.misses("g", 4)
    assert audience.answered([2], followed={"g"}) == {"g": 4}


def test_a_game_that_is_not_followed_here_came_to_somebody_else() -> None:
    audience = Audience()
    audience.asked(["g"])
    audience.answered([1], followed=())
    assert not audience.misses("g", 4)


def test_nothing_is_known_of_a_game_that_was_followed_before() -> None:
    audience = Audience()
    audience.asked(["g", "h"])
    audience.answered([1, 1], followed={"g", "h"})
    audience.forget("g")
    assert not audience.misses("g", 4)
    audience.clear()
    assert not audience.misses("h", 4)
