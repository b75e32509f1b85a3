"""How often the words of the language occur in some rule texts: what is offered first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

TOKEN = re.compile(
    r'//[^\n]*|"(?P<text>(?>[^"\\]+|\\"?)*+)"|(?P<label>[A-Za-z]+):|'
    r"\((?P<form>[^\s(){}\"<>]+)(?P<more>(?: [A-Z]\w*){0,2})|(?P<word>[A-Za-z]\w*)"
)


class Usage:
    """Counts of forms, labels, words and texts."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.forms: Counter[str] = Counter()
        self.labels: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.texts: Counter[str] = Counter()
        for text in texts:
            for match in TOKEN.finditer(text):
                self._count(match)

    def _count(self, match: re.Match[str]) -> None:
        if match["form"]:
            names = [match["form"], *match["more"].split()]
            for count in range(1, len(names) + 1):
                self.forms[" ".join(names[:count])] += 1
            self.words.update(names[1:])
        elif match["label"]:
            self.labels[match["label"]] += 1
        elif match["word"]:
            self.words[match["word"]] += 1
        elif match["text"]:
            self.texts[match["text"]] += 1
