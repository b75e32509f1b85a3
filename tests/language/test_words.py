"""The words of the language that stand for values."""

from __future__ import annotations

from interpreter.language.catalogue import words_of
from interpreter.play.load import catalogue


def test_every_word_of_a_parameter_is_known() -> None:
    known = catalogue()
    words = {word for form in known for one in form.parameters for word in words_of(one)}
    assert words
    assert all(known.other_capitals(word) == [] for word in words)
    assert all(known.other_capitals(word.upper()) for word in words if word != word.upper())
