"""What notices are about, as the switches and the mails that end them say it."""

from collections.abc import Mapping

from damaci.site.language import Catalog
from damaci.store.mail_addresses import Wish


def notice_titles(words: Catalog) -> Mapping[Wish, str]:
    """By kind, in the order of the switches."""
    _ = words.translations.gettext
    return {
        "turn": _("It is your turn in a game by the day"),
        "hurry": _("Your time in a game by the day runs short"),
        "ended": _("A game by the day is over"),
        "absence": _("Your opponent goes on holiday"),
        "challenge": _("Somebody challenges you"),
        "tournament": _("A tournament of yours begins"),
        "holiday": _("Your holiday is over"),
    }
