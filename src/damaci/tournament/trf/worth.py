"""What results are worth, as report files say it: in line 162, JaVaFo's XXS, and bbpPairings' BBW and the like."""

import re
from collections.abc import Mapping

from damaci.sentence import Sentence
from damaci.tournament.crosstable import Points, TournamentError

VALUES = {"W": "win", "D": "draw", "L": "loss", "A": "absence", "P": "pairing_bye"}
"""The results of line 162."""
OLD_VALUES = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "absence", "BBU": "pairing_bye"}
CODES = {
    "win": ("WW", "BW", "FW", "FPB"),
    "draw": ("WD", "BD", "HPB"),
    "loss": ("WL", "BL"),
    "absence": ("FL", "ZPB"),
    "pairing_bye": ("PAB",),
}
"""The results that JaVaFo tells apart and Damacı does not."""
SHORT = {"W": CODES["win"], "D": CODES["draw"], "L": CODES["loss"]}


def points_in(text: str) -> float:
    """The points that a file has somewhere. Raises TournamentError."""
    word = text.strip()
    if not re.fullmatch(r"([0-9]{1,4}([.,][0-9]{0,2})?|[.,][0-9]{1,2})", word, re.ASCII):
        values = {"found": repr(word[:20])}
        raise TournamentError(Sentence("{found} are no points: expected a number such as 4.5", values))
    return float(word.replace(",", "."))


class FileWorth:
    """What a file has said so far."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}
        """By their names in Points."""
        self._codes: dict[str, float] = {}

    @property
    def is_said(self) -> bool:
        """Whether it has said anything."""
        return bool(self.values or self._codes)

    def read_columns(self, line: str) -> None:
        """Reads line 162. Raises TournamentError."""
        for start in range(5, len(line), 9):
            code = line[start : start + 1].strip().upper()
            if code in VALUES:
                self.values[VALUES[code]] = points_in(line[start + 1 : start + 5])

    def read_codes(self, text: str) -> None:
        """Reads what follows XXS. Raises TournamentError."""
        for word in text.upper().split():
            code, _, worth = word.partition("=")
            known = SHORT.get(code) or tuple(each for codes in CODES.values() for each in codes if each == code)
            if not known:
                values = {"found": repr(word[:20])}
                raise TournamentError(
                    Sentence("{found} says of no result what it is worth: expected one such as W=3", values)
                )
            self._codes |= dict.fromkeys(known, points_in(worth))

    def points(self) -> Points:
        """All of it; what is not said is as usual. Raises TournamentError where results differ that are the same
        here."""
        values = dict(self.values)
        if self._codes:
            values |= {name: self._one(name, codes) for name, codes in CODES.items()}
        values.setdefault("pairing_bye", values.get("win", Points().win))
        return Points(**values)

    def _one(self, name: str, codes: tuple[str, ...]) -> float:
        usual: float = getattr(Points(), name)
        found: Mapping[str, float] = {code: self._codes.get(code, usual) for code in codes}
        if len(set(found.values())) > 1:
            told = ", ".join(f"{code}={worth:g}" for code, worth in found.items())
            raise TournamentError(
                Sentence("results that are worth different points ({told}) are not supported (XXS)", {"told": told})
            )
        return found[codes[0]]
