"""What can be typed besides moves: words of the language that is shown, and the English ones in every language."""

import unicodedata
from collections.abc import Callable, Mapping

ALSO = {"?": "help", "save": "quit", "exit": "quit"}


class TerminalOrders:
    """The orders, and the words for them in one language, which `gettext` knows."""

    def __init__(self, gettext: Callable[[str], str]) -> None:
        self.words: Mapping[str, str] = {
            "moves": gettext("moves"),
            "hint": gettext("hint"),
            "draw": gettext("draw"),
            "decline": gettext("decline"),
            "takeback": gettext("takeback"),
            "resign": gettext("resign"),
            "flip": gettext("flip"),
            "board": gettext("board"),
            "help": gettext("help"),
            "new": gettext("new"),
            "quit": gettext("quit"),
        }
        self._meant = (
            ALSO | {_plain(word): order for order, word in self.words.items()} | {order: order for order in self.words}
        )

    def read(self, typed: str) -> str:
        """The order that is meant, by its English name; empty if none is."""
        return self._meant.get(_plain(typed), "")


def _plain(text: str) -> str:
    """The word as it is typed without a Turkish keyboard and in small letters: `ÇIK`, `çık` and `cik` are one word."""
    letters = unicodedata.normalize("NFKD", " ".join(text.split()).casefold().replace("ı", "i"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
