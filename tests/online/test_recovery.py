"""Players who have forgotten the passphrase sign in again by their recovery words, or by a link from the operator."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from damaci.languages import LANGUAGES
from damaci.online.limits import Limit, Quota
from damaci.online.moderation import Moderation, SignInLink
from damaci.online.recovery_words import LISTED, WORDS, new_words, plain, words_of
from damaci.store import Store
from tests.online.conftest import Server, Someone, running

FORMER = "a former passphrase"
NEW = "another passphrase"


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    plenty = Limit("plenty", 1000, 1000)
    for module in ("accounts", "recovery"):
        monkeypatch.setattr(f"damaci.online.{module}.SIGN_INS", Quota(plenty, plenty))
    with running(tmp_path, accounts="open") as server:
        yield server


def ada(server: Server) -> tuple[Someone, str]:
    """A new account, and its recovery words."""
    someone = server.someone()
    return someone, someone.do("POST", "/api/v1/account", {"name": "Ada", "passphrase": FORMER})["recovery"]


def forgotten(words: str, name: str = "Ada") -> dict[str, str]:
    return {"name": name, "words": words, "passphrase": NEW}


def signs_in(server: Server, passphrase: str) -> int:
    code: int = server.someone().send("POST", "/api/v1/session", {"name": "Ada", "passphrase": passphrase}).status_code
    return code


def test_words_let_somebody_in_once_with_a_new_passphrase(patient: Server) -> None:
    signed_in, words = ada(patient)
    assert len(words.split()) == WORDS
    someone = patient.someone()
    answer = someone.do("POST", "/api/v1/recovery", forgotten(words.upper().replace(" ", ",  ")))
    assert (answer["name"], answer["account"]) == ("Ada", True)
    assert someone.do("GET", "/api/v1/player")["name"] == "Ada"
    assert signed_in.send("GET", "/api/v1/player").status_code == 401
    assert (signs_in(patient, FORMER), signs_in(patient, NEW)) == (403, 200)
    again = patient.someone().send("POST", "/api/v1/recovery", forgotten(words))
    assert (again.status_code, again.json()["error"]) == (403, "wrong-words")
    assert patient.someone().do("POST", "/api/v1/recovery", forgotten(answer["recovery"]))["name"] == "Ada"


def test_other_words_and_other_accounts(patient: Server) -> None:
    _, words = ada(patient)
    for wrong in (forgotten(words + " x"), forgotten(""), forgotten(words, "Grace"), forgotten(new_words("en"))):
        assert patient.someone().send("POST", "/api/v1/recovery", wrong).json()["error"] == "wrong-words"


def test_words_are_made_anew_with_the_passphrase(patient: Server) -> None:
    someone, words = ada(patient)
    refused = someone.send("PUT", "/api/v1/account/recovery", {"passphrase": NEW})
    assert refused.json()["error"] == "not-your-passphrase"
    others = someone.do("PUT", "/api/v1/account/recovery", {"passphrase": FORMER})["recovery"]
    assert patient.someone().send("POST", "/api/v1/recovery", forgotten(words)).status_code == 403
    assert patient.someone().do("POST", "/api/v1/recovery", forgotten(others))["name"] == "Ada"
    guest = patient.someone()
    guest.do("POST", "/api/v1/player")
    assert guest.send("PUT", "/api/v1/account/recovery", {"passphrase": FORMER}).json()["error"] == "no-account"


def test_guessing_is_limited(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        ada(server)
        answers = [server.someone().send("POST", "/api/v1/recovery", forgotten("x")).status_code for _ in range(10)]
    assert answers[-1] == 429


def test_words_are_in_the_visitor_s_language_and_stored_as_a_hash(patient: Server, tmp_path: Path) -> None:
    credentials = {"name": "Şebnem", "passphrase": FORMER}
    answer = patient.someone().do("POST", "/api/v1/account", credentials, **{"accept-language": "tr"})
    assert set(answer["recovery"].split()) <= set(words_of("tr"))
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert plain(answer["recovery"]).encode() not in stored
    assert answer["recovery"].encode() not in stored


# ---- the operator's link ---------------------------------------------------------------------------------------------


def link(folder: Path, who: str, seconds: float = 60.0) -> SignInLink:
    async def make() -> SignInLink:
        store = await Store(folder).open_existing()
        try:
            return await Moderation(store, "operator@test").link(who, seconds)
        finally:
            await store.close()

    return asyncio.run(make())


def test_a_link_gives_an_account_a_new_passphrase_once(patient: Server, tmp_path: Path) -> None:
    signed_in, _ = ada(patient)
    made = {"secret": link(tmp_path, "Ada").secret}
    someone = patient.someone()
    assert someone.do("POST", "/api/v1/sign-in-link", made)["name"] == "Ada"
    assert someone.send("POST", "/api/v1/sign-in-link/use", made).json()["error"] == "no-passphrase"
    assert someone.do("POST", "/api/v1/sign-in-link/use", made | {"passphrase": NEW})["name"] == "Ada"
    assert someone.do("GET", "/api/v1/player")["account"]
    assert signed_in.send("GET", "/api/v1/player").status_code == 401
    assert (signs_in(patient, FORMER), signs_in(patient, NEW)) == (403, 200)
    for path in ("/api/v1/sign-in-link", "/api/v1/sign-in-link/use"):
        again = patient.someone().send("POST", path, made)
        assert (again.status_code, again.json()["error"]) == (404, "bad-link")


def test_a_link_brings_a_guest_back(patient: Server, tmp_path: Path) -> None:
    guest = patient.someone()
    me = guest.do("POST", "/api/v1/player")
    made = {"secret": link(tmp_path, me["id"]).secret}
    elsewhere = patient.someone()
    assert elsewhere.do("POST", "/api/v1/sign-in-link/use", made)["id"] == me["id"]
    assert elsewhere.do("GET", "/api/v1/player")["id"] == guest.do("GET", "/api/v1/player")["id"] == me["id"]


def test_a_link_ends(patient: Server, tmp_path: Path) -> None:
    ada(patient)
    made = {"secret": link(tmp_path, "Ada", seconds=0.0).secret, "passphrase": NEW}
    assert patient.someone().send("POST", "/api/v1/sign-in-link/use", made).json()["error"] == "bad-link"


def test_the_page_of_a_link_is_there(patient: Server) -> None:
    assert patient.someone().send("GET", "/sign-in", accept="text/html").status_code == 200


# ---- the lists of words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_that_are_told_apart(language: str) -> None:
    words = words_of(language)
    assert len(words) == LISTED
    folded = sorted(plain(word) for word in words)
    assert all(word.isalpha() and 3 <= len(word) <= 10 for word in folded)
    assert len({word[:4] for word in folded}) > 240
    for number, word in enumerate(folded):
        assert all(_differ(word, other) for other in folded[number + 1 :])


def _differ(one: str, other: str) -> bool:
    """Whether the two words differ by more than one letter that is changed, added or removed."""
    if abs(len(one) - len(other)) > 1:
        return True
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) > 1
    short, long = sorted((one, other), key=len)
    return all(long[:at] + long[at + 1 :] != short for at in range(len(long)))
