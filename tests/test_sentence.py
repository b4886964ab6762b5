"""Sentences: their values are filled in when they are shown, in any language."""

from damaci.sentence import Sentence

NESTED = Sentence("expected {expected}, found {found}", {"expected": Sentence("a }"), "found": "'{x}'"})


def test_values_take_their_places() -> None:
    assert str(Sentence("{n} of {most}", {"n": 3, "most": 4})) == "3 of 4"


def test_braces_that_nothing_stands_for_stay() -> None:
    assert str(Sentence("expected a }")) == "expected a }"
    assert str(NESTED) == "expected a }, found '{x}'"


def test_sentences_within_are_translated_and_values_are_not() -> None:
    words = {
        "expected {expected}, found {found}": "{found} bulundu, {expected} bekleniyordu",
        "a }": "bir }",
        "'{x}'": "no",
    }
    assert NESTED.translated(lambda text: words[text]) == "'{x}' bulundu, bir } bekleniyordu"
