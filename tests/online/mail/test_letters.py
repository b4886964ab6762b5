"""What mails say, in every language, and as they are on the wire."""

from email import message_from_bytes, policy

import pytest

from damaci.languages import LANGUAGES
from damaci.online.mail.letters import Letters, Notice
from damaci.site.language import catalog

URL = "https://a-rather-long-name-of-a-server.clubs.dama.example"
END = f"{URL}/mail/end/cwffBY2VLA.6ef5143c00558ffc0b0eb6b2cb9ac04e7dee6fd2"
LETTERS = Letters(URL, "dama@dama.example")


def notice(number: int) -> Notice:
    return Notice(f"Subject {number}", f"Sentence {number}.", f"{URL}/game/g{number}")


def test_links_are_whole_on_the_wire() -> None:
    """An encoded or broken `List-Unsubscribe` is understood by nobody."""
    letter = LETTERS.notices(catalog("tr"), "Ada", [notice(1)], END)
    raw = LETTERS.message(letter, "ada@example.org", END).as_bytes()
    assert f"\r\nList-Unsubscribe: <{END}>\r\n".encode() in raw
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    assert max(map(len, raw.split(b"\r\n"))) < 998
    assert b"\n" not in raw.replace(b"\r\n", b"")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_is_in_a_line_of_its_own(language: str) -> None:
    words = catalog(language)
    several = LETTERS.notices(words, "Ada", [notice(1), notice(2)], END)
    question = LETTERS.question(words, "Ada", f"{URL}/mail/confirm/x", END)
    for letter, links in ((several, [notice(1).url, notice(2).url, END]), (question, [f"{URL}/mail/confirm/x", END])):
        mail = message_from_bytes(LETTERS.message(letter, "a@b.example", END).as_bytes(), policy=policy.default)
        lines = str(mail.get_content()).splitlines()
        assert [line for line in lines if line.startswith("http")] == links
        assert mail["subject"] == letter.subject
        assert "{" not in letter.text + letter.subject
        assert "Ada" in lines[0]


def test_one_notice_is_the_subject_and_several_are_counted() -> None:
    words = catalog("en")
    assert LETTERS.notices(words, "Ada", [notice(1)], END).subject == "Subject 1"
    assert LETTERS.notices(words, "Ada", [notice(1), notice(2)], END).subject == "2 notices for you"
