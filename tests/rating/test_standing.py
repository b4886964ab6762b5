from damaci.rating import Rating
from damaci.rating.standing import DAY, Standing, rate


def test_who_has_not_played_does_not_grow_older() -> None:
    assert Standing().now(1e9) == Rating()


def test_a_game_in_the_past_does_not_make_a_rating_surer() -> None:
    standing = Standing(Rating(1600, 80, 0.06), games=3, at=50 * DAY)
    assert standing.now(10 * DAY) == standing.rating
    assert standing.followed_by(Rating(1610, 79, 0.06), 10 * DAY).at == 50 * DAY


def test_points_add_up_to_the_shown_ratings() -> None:
    white, black = rate(Rating(1500.4, 90, 0.06), Rating(1610.6, 60, 0.06), 0.5)
    assert white.points == round(white.after.rating) - 1500
    assert black.points == round(black.after.rating) - 1611
    assert white.score + black.score == 1
