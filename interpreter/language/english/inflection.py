"""English grammar as far as rules need it: verbs, plurals, articles, lists, players, directions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from interpreter.language.words import Direction, Relative, Role, WalkStep

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth", "eleventh", "twelfth")  # fmt: skip
IRREGULAR = {"man": "men", "wolf": "wolves", "thief": "thieves", "ox": "oxen", "mouse": "mice",
             "goose": "geese", "knife": "knives", "sheep": "sheep", "half": "halves"}  # fmt: skip
EITHER = re.compile(r" or (is|holds|has|belongs) ")
SIBILANT = re.compile(r"(s|x|z|ch|sh)$")
# In documentation: the code, and a noun in the plural at the beginning.
CODE = re.compile(r"`\(?([^`()]*)\)?`")
MANY = re.compile(r"(the )?[a-z]*[^s\W]s\b")
PLURALS = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
MODAL = {"can", "may", "must", "would", "made"}
DENIED = {"has": "does not have", "have": "do not have", "can": "cannot", "must": "need not",
          "made": "did not make", "may": "may not", "would": "would not"}  # fmt: skip
COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
STEEP = {"U": "upwards", "D": "downwards"}
CLASSES = {
    "Adjacent": "in any direction", "Orthogonal": "orthogonally", "Diagonal": "diagonally",
    "OffDiagonal": "off the diagonals", "All": "in any direction", "CW": "clockwise",
    "CCW": "anticlockwise", "In": "inwards", "Out": "outwards", "Rotational": "along the ring",
    "Axial": "along the rows and columns", "Angled": "aslant", "SameLayer": "within the layer",
    "Upward": "upwards", "Downward": "downwards", "U": "straight up", "D": "straight down",
    "Forward": "forwards", "Backward": "backwards", "Rightward": "to the right",
    "Leftward": "to the left", "Forwards": "in any forward direction",
    "Backwards": "in any backward direction", "Rightwards": "in any direction to the right",
    "Leftwards": "in any direction to the left", "SameDirection": "in the same direction",
    "OppositeDirection": "in the opposite direction",
    "FL": "diagonally forwards to the left", "FR": "diagonally forwards to the right",
    "BL": "diagonally backwards to the left", "BR": "diagonally backwards to the right",
}  # fmt: skip
LINES = {"Orthogonal": "orthogonal", "Diagonal": "diagonal", "N": "vertical", "S": "vertical",
         "E": "horizontal", "W": "horizontal"}  # fmt: skip
CERTAIN = {Role.Enemy: "the enemy's", Role.Neutral: "the neutral", Role.Each: "the",
           Role.Shared: "the shared", Role.All: "the"}  # fmt: skip
TOGETHER = {
    frozenset({"FL", "FR"}): "diagonally forwards",
    frozenset({"BL", "BR"}): "diagonally backwards",
    frozenset({"FL", "Forward", "FR"}): "straight or diagonally forwards",
    frozenset({"BL", "Backward", "BR"}): "straight or diagonally backwards",
    frozenset({"Forward", "Leftward", "Rightward"}): "forwards or sideways",
    frozenset({"Leftward", "Rightward"}): "sideways",
    frozenset(
        {"FL", "Forward", "FR", "Leftward", "Rightward"}
    ): "sideways, straight forwards or diagonally forwards",
    frozenset({"N", "S"}): "up or down",
    frozenset({"E", "W"}): "left or right",
}


def counted(number: int, *, spelled: bool = True) -> str:
    """A number as a text writes it."""
    if number >= 1_000_000_000:
        return "any number"
    return NUMBERS[number] if spelled and 0 < number < len(NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """The word for a place in a row, from 1."""
    return ORDINALS[number - 1] if 0 < number <= len(ORDINALS) else f"{number}th"


def spaced(name: str) -> str:
    """A name of several words as these words: `throughAny`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def gist(sentence: str) -> str:
    """The main clause of what a documentation says, as a part of a sentence."""
    text = CODE.sub(r"“\1”", sentence).partition(";")[0].removesuffix(".").removeprefix("Whether ")
    return text[:1].lower() + text[1:]


def plural(noun: str) -> str:
    """A noun in the plural; of several words the last one changes."""
    *before, last = re.split(r"(?<=[a-z])(?=[A-Z])|(?<= )", noun)
    known = IRREGULAR.get(last.lower())
    if known:
        return "".join(before) + (known.capitalize() if last[0].isupper() else known)
    if re.search(r"[a-z]man$", noun) and not noun.endswith("human"):
        return noun[:-2] + "en"
    if SIBILANT.search(noun):
        return noun + "es"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "s" if noun[-1:].isalpha() else noun


def is_plural(words: str) -> bool:
    """Whether words begin with a noun in the plural: `the sites of a row`."""
    return MANY.match(words) is not None


def verb(word: str, *, several: bool, denied: bool = False) -> str:
    """A verb of the third person, made to agree with its subject, or denied.

    One that is written in the plural stays so: `all dice ~show`.
    """
    base = word
    several = several or not (word.endswith("s") or word in MODAL)
    if several and word.endswith("s"):
        base = PLURALS.get(word) or (
            word[:-2] if re.search(r"(sh|ch|ss|o)es$", word) else word[:-1]
        )
    if not denied:
        return base
    if base in DENIED:
        return DENIED[base]
    if base in ("is", "are", "was", "were"):
        return f"{base} not"
    plain = base if several else verb(word, several=True)
    return f"{'do' if several else 'does'} not {plain}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`one, two and three`."""
    if len(words) < 2:
        return "".join(words)
    comma = "," if len(words) > 2 and any(" " in word for word in words) else ""
    return f"{', '.join(words[:-1])}{comma} {last} {words[-1]}"


def polished(text: str) -> str:
    """A text whose articles, spaces and denials are as they should be."""
    text = re.sub(r"\b([Aa])\(n\) (?=\W*([A-Za-z]+))", _article, text)
    text = re.sub(r"\bthere is not an? ", "there is no ", text)
    text = re.sub(r"\bthere are not any ", "there are no ", text)
    text = re.sub(r"\b([Tt]hen) (if|for|wherever) ", r"\1, \2 ", text)
    text = re.sub(r" +([,.;:])", r"\1", text)
    text = re.sub(r",+([,.;:])", r"\1", text)
    return re.sub(r" {2,}", " ", text)


def _article(found: re.Match[str]) -> str:
    article, word = found.groups()
    vowel = word[0].lower() in "aeiou" and not re.match(r"(?i)uni|one|use", word)
    return f"{article}n " if vowel else f"{article} "


def direction(word: Direction | Relative) -> str:
    """A direction as an adverb."""
    name = word.value
    if name in CLASSES:
        return CLASSES[name]
    if isinstance(word, Direction):
        letters = [COMPASS[letter] for letter in name.lstrip("UD")]
        if name[0] in STEEP:
            return f"{STEEP[name[0]]} to the {''.join(letters)}"
        head = f"{letters[0]}-" if len(letters) == 3 else ""
        return f"{head}{''.join(letters[-2:])}wards"
    way = "forwards" if name[0] == "F" else "backwards"
    side = "left" if name[1] == "L" else "right"
    return f"{way} and {'far ' * (len(name) - 2)}to the {side}"


def directions(words: Sequence[Direction | Relative]) -> str:
    """Several directions of which any may be chosen."""
    together = TOGETHER.get(frozenset(str(one.value) for one in words))
    return together or listed(list(dict.fromkeys(map(direction, words))), "or")


def player(role: Role, players: int) -> tuple[str, bool]:
    """A player as the subject of a sentence, and whether its verb is in the plural."""
    if players == 1 and role in (Role.Next, Role.Prev, Role.Player):
        role = Role.Mover
    two = players == 2
    words = {
        Role.Mover: ("you", True),
        Role.Next: ("your opponent" if two else "the next player", False),
        Role.Prev: ("the player who moved before", False),
        Role.NonMover: ("your opponent" if two else "any other player", False),
        Role.Enemy: ("your opponent" if two else "any other player", False),
        Role.Friend: ("you", True),
        Role.Neutral: ("nobody", False),
        Role.Each: ("each player", False),
        Role.Shared: ("everybody", False),
        Role.All: ("everybody", False),
        Role.Player: ("that player", False),
    }
    return words.get(role, (role.value, False))


def possessive(role: Role, players: int, *, certain: bool = False) -> str:
    """Whose something is, before a noun.

    Args:
        certain: all that he has is meant, as in 'one of the neutral pieces'
    """
    if certain and role in CERTAIN:
        return CERTAIN[role]
    words = {
        Role.Mover: "your",
        Role.Friend: "your",
        Role.Enemy: "enemy",
        Role.Neutral: "neutral",
        Role.Each: "each player's",
        Role.Shared: "shared",
        Role.All: "all",
        Role.NonMover: "your opponent's" if players == 2 else "other players'",
    }
    return words.get(role) or f"{player(role, players)[0]}'s"


def walk(steps: Sequence[WalkStep]) -> str:
    """A walk, its steps forward counted."""
    found: list[str] = []
    for step, run in itertools.groupby(steps):
        if step is WalkStep.F:
            found.append(f"{counted(len(list(run)))} forward")
        else:
            found += ["left" if step is WalkStep.L else "right"] * len(list(run))
    return ", ".join(found)


def site_with(site: str, told: Sequence[str], *, held: bool) -> str:
    """A site of which something is said: `an empty cell that is in the top row`.

    Args:
        held: what stands there is named instead, if that is said
    """
    things = [one for one in told if one.startswith("holds ") and not EITHER.search(one)]
    if held and len(things) == 1:
        lead, known = things[0].removeprefix("holds "), things
        rest = listed([one for one in told if one not in known])
        return f"{lead} on a {site} that {rest}" if rest else lead
    plain = [one.removeprefix("is ") for one in told if one in ("is empty", "is occupied")]
    rest = listed([one for one in told if one.removeprefix("is ") not in plain])
    lead = " ".join(["a(n)", *plain, site])
    return f"{lead} that {rest}" if rest else lead
