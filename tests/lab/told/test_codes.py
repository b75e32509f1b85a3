"""Codes of mistakes: every mistake has one, and the page knows all."""

from __future__ import annotations

import re

from helpers.paths import DOCS
from lab.pages.mistakes import page, raised


def test_every_mistake_has_a_code_where_it_is_raised() -> None:
    without = [one for one in raised() if one.code is None]
    assert not without, f'give these a code, as code="unknown-piece": {without}'


def test_codes_are_words() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", one.code or "") for one in raised())


def test_the_page_is_up_to_date() -> None:
    assert (DOCS / "errors.md").read_text(encoding="utf-8") == page()


def test_all_ways_of_telling_a_mistake_are_seen() -> None:
    found = {one.code for one in raised()}
    assert {"open-bracket", "unknown-ludeme", "dice-of-all", "never-ends", "unused-define"} <= found
    assert sum(bool(one.message) for one in raised()) > 200
