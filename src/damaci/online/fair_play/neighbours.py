"""Has other players near a rating compared, so that a comparison can be judged beside theirs."""

from damaci.online.fair_play.beside import ENOUGH_PLAYERS, NEAR
from damaci.online.fair_play.driver import ENGINE
from damaci.online.moderation import BadOrder, Moderation
from damaci.store import Store


async def compare_neighbours(store: Store, operator: Moderation, who: str, meant: tuple[str, str], why: str) -> int:
    """Asks for the comparisons of as many others as are needed; returns of how many. `meant`: ruleset and speed, empty
    for the rating with most games. Raises BadOrder, StoreError."""
    key = await operator.rated(who, *meant)
    rating = (await store.ratings.of_players([key.player]))[key].rating.rating
    others = await store.comparisons.uncompared(key, ENGINE, rating - NEAR, rating + NEAR, ENOUGH_PLAYERS)
    if not others:
        raise BadOrder("nobody-near", "nobody else near this rating is left to be compared")
    for asked, other in enumerate(others):
        try:
            await operator.compare(other, key.ruleset, key.speed, why)
        except BadOrder as error:
            if error.refusal == "too-many-compared" and asked:
                return asked
            if error.refusal != "compared-already":
                raise
    return len(others)
