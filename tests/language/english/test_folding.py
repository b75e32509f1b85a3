"""What is said twice is said once."""

from __future__ import annotations

from interpreter.language.english.folding import folded
from interpreter.language.english.paragraphs import Item, Section

LONG = Item("word " * 29 + "end.")
LIST = Item("If all of these hold:", (LONG, Item("Short.")))


def texts(*items: Item) -> list[str]:
    def every(item: Item) -> list[str]:
        return [item.text, *(text for inner in item.items for text in every(inner))]

    (section,) = folded([Section("Play", items)])
    return [text for item in section.items for text in every(item)]


def test_a_long_item_is_told_once() -> None:
    first, second = texts(LONG, LONG)
    assert first == f"(A) {LONG.text}"
    assert second == "As in (A)."


def test_lists_are_told_whole() -> None:
    assert texts(LIST, LIST) == [f"(A) {LIST.text}", LONG.text, "Short.", "As in (A)."]


def test_what_comes_again_outside_too_has_a_letter_of_its_own() -> None:
    told = texts(LIST, LIST, LONG)
    assert told[1].startswith("(B) word")
    assert told[-2:] == ["As in (A).", "As in (B)."]


def test_short_items_are_told_again() -> None:
    assert texts(Item("Pass."), Item("Pass.")) == ["Pass.", "Pass."]


def test_different_lists_under_the_same_words_stay() -> None:
    other = Item(LIST.text, (LONG,))
    assert "As in (A)." in texts(LIST, other)
    assert texts(LIST, other).count(LIST.text) == 2


def test_a_long_sentence_is_told_once() -> None:
    again = "Then " + "word " * 29 + "end."
    told = texts(Item(f"One. {again}"), Item(f"Two. {again} Three."))
    assert told == [f"One. {again[:-1]} (A).", "Two. Then as in (A). Three."]


def test_what_comes_often_may_be_shorter() -> None:
    item, half = Item("word " * 12 + "end."), Item("word " * 9 + "end.")
    assert texts(item, item) == [item.text] * 2
    assert texts(item, item, item) == [f"(A) {item.text}", "As in (A).", "As in (A)."]
    assert texts(*[half] * 9) == [half.text] * 9


def test_the_head_of_a_list_stays() -> None:
    head = "If " + "word " * 29 + "all of these hold:"
    assert texts(Item(head, (Item("One."),)), Item(head, (Item("Two."),))).count(head) == 2
