"""Phrases: words with the lists that belong to them, joined and cut into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from interpreter.language.english import inflection as grammar
from interpreter.language.english.paragraphs import Item

LONGEST = 130  # characters that are told in one sentence
HEADS = {
    "and": "all of these hold", "or": "at least one of these holds",
    "nor": "none of these holds", "any": "do one of these", "each": "do all of these in order",
    "first": "do the first of these that is possible",
}  # fmt: skip
JOINTS = {"and": "and", "or": "or", "nor": "and", "any": "or", "each": "and", "list": "and"}

BREAK = re.compile(r"[\n\t]")
LATER = re.compile(r"[;,.]?\t(.)")

Block = tuple[Item, ...]
Flow = tuple[str | Block, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words with the lists that belong to them.

    Args:
        flow: texts and lists in their order; a tab is where a long sentence may end and another
            begin, a line break where the next one is an item of its own
        plural: whether its verb is in the plural
        subject: the form that a condition is about, if it is one without arguments
        predicates: what a condition says of its subject, in the singular and in the plural
        joint: how its parts are joined
        parts: what it is joined of
    """

    flow: Flow
    plural: bool = False
    subject: str = ""
    predicates: tuple[tuple[str, str], ...] = ()
    joint: str = ""
    parts: tuple[Phrase, ...] = ()

    @property
    def text(self) -> str | None:
        """The words, if there is no list in them."""
        if any(not isinstance(one, str) for one in self.flow):
            return None
        return "".join(cast(tuple[str, ...], self.flow))


def said(text: str, *, plural: bool = False) -> Phrase:
    """A phrase of mere words."""
    return Phrase((text,), plural)


def run_on(parts: Sequence[str | Block]) -> Flow:
    """Texts and lists, neighbouring texts joined."""
    found: list[str | Block] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part:
            found.append(part)
    return tuple(found)


# Sentences


def sentences(flow: Flow) -> Block:
    """The sentences of a flow, each with the list behind it."""
    found: list[Item] = []
    for one in _broken(flow):
        if not isinstance(one, str):
            if found and not found[-1].items:
                found[-1] = replace(found[-1], items=one)
            else:
                found.extend(one)
        elif text := _start(one, after_list=bool(found and found[-1].items)):
            found.append(Item(text))
    return tuple(map(_ended, found))


def _broken(flow: Flow) -> Iterator[str | Block]:
    """The parts of a flow; where it has lists or is long, texts are broken at line breaks."""
    texts = [one for one in flow if isinstance(one, str)]
    whole = len(texts) == len(flow) and sum(map(len, texts)) <= LONGEST
    for one in flow:
        if not isinstance(one, str):
            yield one
        elif whole:
            yield one.replace("\n", " ").replace("\t", "; ")
        else:
            yield from (LATER.sub(_new_sentence, line) for line in one.split("\n"))


def _new_sentence(found: re.Match[str]) -> str:
    return f". {found[1].upper()}"


def _start(text: str, *, after_list: bool) -> str:
    bare = text.lstrip(" ,;.\t")
    if after_list:
        bare = bare.removeprefix("and ")
    if after_list and text.startswith(", ") and not bare.startswith("then"):
        bare = f"then {bare}"
    return grammar.polished(bare).strip()


def _ended(item: Item) -> Item:
    text = item.text.rstrip(" ,;.:")
    text = text[:1].upper() + text[1:]
    return replace(item, text=text + (":" if item.items else "."))


def as_bullet(phrase: Phrase) -> Item:
    """A phrase as one item of a list."""
    items = sentences(phrase.flow)
    if len(items) == 1:
        return items[0]
    return Item("As follows:", items)


def as_block(phrase: Phrase, *, last: bool = False) -> Phrase:
    """A phrase behind a comma: as it is if it is one sentence, else as a list.

    Args:
        last: nothing follows that could be taken as a part of it
    """
    items = sentences(phrase.flow)
    broken = any(isinstance(one, str) and "\n" in one for one in phrase.flow)
    if len(items) == 1 and (last or not broken):
        return phrase
    return replace(phrase, flow=(items,))


# Joining


def detailed(text: str, details: Sequence[Phrase], *, most: int = LONGEST) -> Phrase:
    """A text with its details: behind it in brackets if they are short, else as a list."""
    plural = grammar.is_plural(text)
    told = [one.text for one in details]
    if all(words is not None and not BREAK.search(words) for words in told):
        whole = f"{text} ({'; '.join(cast(list[str], told))})" if told else text
        if len(whole) <= most:
            return said(whole, plural=plural)
    return Phrase((text, tuple(as_bullet(one) for one in details)), plural)


def joined(parts: Sequence[Phrase], joint: str, *, most: int = LONGEST) -> Phrase:
    """Several phrases as one: a sentence if it is short, else a list.

    Args:
        joint: `and`, `or` and `nor` for conditions; `any`, `each` and `first` for moves; `list` for
            things; `lines` and `cases` for sentences of their own
        most: characters of a sentence
    """
    parts = [inner for one in parts for inner in (one.parts if one.joint == joint else (one,))]
    if len(parts) == 1:
        return parts[0]
    if joint == "lines":
        return Phrase((tuple(item for one in parts for item in sentences(one.flow)),))
    if joint == "cases":
        return _cases(parts)
    subjects = {one.subject for one in parts}
    subject = subjects.pop() if len(subjects) == 1 else ""
    text = _in_a_sentence(parts, joint, subject, most)
    made = tuple(parts)
    if text is None:
        block = tuple(as_bullet(one) for one in parts)
        return Phrase((HEADS.get(joint, ""), block), joint=joint, parts=made)
    predicates = _predicates(parts, joint) if subject else ()
    return Phrase((text,), joint == "list", subject, predicates, joint, made)


def _cases(parts: Sequence[Phrase]) -> Phrase:
    first, *rest = parts
    others = [replace(one, flow=run_on(("otherwise, ", *one.flow))) for one in rest]
    return Phrase((tuple(item for one in (first, *others) for item in sentences(one.flow)),))


def _in_a_sentence(parts: Sequence[Phrase], joint: str, subject: str, most: int) -> str | None:
    texts = [one.text for one in parts]
    if joint == "first" or any(text is None or BREAK.search(text) for text in texts):
        return None
    words = cast(list[str], texts)
    if joint == "list":
        return grammar.listed(words)
    nested = any(one.joint in HEADS for one in parts)
    if subject and all(one.predicates for one in parts):
        lead = words[0].removesuffix(parts[0].predicates[0][0])
        said_of = _predicates(parts, joint)
        told = lead + grammar.listed([one for one, _ in said_of], JOINTS[joint])
    else:
        told = grammar.listed([_grouped(one, joint) for one in parts], JOINTS[joint])
        if nested and most == LONGEST:
            return None
        most = most * 2 // 3 if joint == "any" else most
    return told if len(told) <= most else None


def _grouped(part: Phrase, joint: str) -> str:
    """A part that is joined in another way, so that one hears where it ends."""
    return f"either {part.text}" if part.joint == "or" and joint == "and" else part.text or ""


def _predicates(parts: Sequence[Phrase], joint: str) -> tuple[tuple[str, str], ...]:
    """What all parts say of one subject; those joined by `or` are one predicate."""
    every = [one for part in parts for one in part.predicates]
    if joint != "or":
        return tuple(every)
    one, several = zip(*every, strict=True)
    return ((grammar.listed(one, "or"), grammar.listed(several, "or")),)
