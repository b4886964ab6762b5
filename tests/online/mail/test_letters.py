"""The contents of mails in every language, and their form in transfer."""

from email import message_from_bytes, policy

import pytest

from damaci.languages import LANGUAGES
from damaci.online.mail.letters import Letters, MailNotice
from damaci.site.language import catalog
from damaci.store.mail_addresses import KINDS

URL = "https://a-rather-long-name-of-a-server.clubs.dama.example"
END = f"{URL}/mail/end/cwffBY2VLA.6ef5143c00558ffc0b0eb6b2cb9ac04e7dee6fd2"
LETTERS = Letters(URL, "dama@dama.example")


def end(*kinds: str) -> str:
    return "/".join([END, *(["-".join(kinds)] if kinds else [])])


def notice(number: int) -> MailNotice:
    return MailNotice(f"Subject {number}", f"Sentence {number}.", f"{URL}/game/g{number}")


def test_links_are_whole_on_the_wire() -> None:
    """Mail programs do not understand a `List-Unsubscribe` header that is encoded or folded."""
    letter = LETTERS.notices(catalog("tr"), "Ada", [notice(1)], KINDS, end)
    raw = LETTERS.message(letter, "ada@example.org").as_bytes()
    assert f"\r\nList-Unsubscribe: <{end(*KINDS)}>\r\n".encode() in raw
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    assert max(map(len, raw.split(b"\r\n"))) < 998
    assert b"\n" not in raw.replace(b"\r\n", b"")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_is_in_a_line_of_its_own(language: str) -> None:
    words = catalog(language)
    several = LETTERS.notices(words, "Ada", [notice(1), notice(2)], ["turn", "challenge"], end)
    told = [notice(1).url, notice(2).url, end("turn"), end("challenge"), END]
    question = LETTERS.question(words, "Ada", f"{URL}/mail/confirm/x", end)
    for letter, links in ((several, told), (question, [f"{URL}/mail/confirm/x", END])):
        mail = message_from_bytes(LETTERS.message(letter, "a@b.example").as_bytes(), policy=policy.default)
        lines = str(mail.get_content()).splitlines()
        assert [line for line in lines if line.startswith("http")] == links
        assert mail["subject"] == letter.subject
        assert "{" not in letter.text + letter.subject
        assert "Ada" in lines[0]


def test_one_notice_is_the_subject_and_several_are_counted() -> None:
    words = catalog("en")
    assert LETTERS.notices(words, "Ada", [notice(1)], ["turn"], end).subject == "Subject 1"
    assert LETTERS.notices(words, "Ada", [notice(1), notice(2)], ["turn"], end).subject == "2 notices for you"


def test_a_mail_program_ends_what_the_mail_has_and_a_question_ends_all() -> None:
    words = catalog("en")
    letter = LETTERS.notices(words, "Ada", [notice(1), notice(2)], ["turn", "challenge"], end)
    assert LETTERS.message(letter, "a@b.example")["list-unsubscribe"] == f"<{END}/turn-challenge>"
    question = LETTERS.question(words, "Ada", f"{URL}/mail/confirm/x", end)
    assert LETTERS.message(question, "a@b.example")["list-unsubscribe"] == f"<{END}>"


def test_the_text_says_what_each_link_ends() -> None:
    text = LETTERS.notices(catalog("en"), "Ada", [notice(1)], ["challenge"], end).text
    assert text.endswith(f"they come no more:\nSomebody challenges you\n{END}/challenge\nAll mail\n{END}\n")
