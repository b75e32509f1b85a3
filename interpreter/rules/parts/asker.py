"""Who stands around the rule that is being written, and wants to know something about its moves."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum

from interpreter.ir.program import Variable
from interpreter.ir.values import Int
from interpreter.language.signatures import LazyPlayer
from interpreter.rules.parts.forms import Action, Around
from interpreter.rules.parts.names import Bindings


class Wanted(Enum):
    """What is to become of the moves of a rule."""

    CHOICE = "they are chosen from"
    ANSWER = "it is asked about them"
    EFFECT = "all of them are made"
    TRIAL = "each is made on a copy of the state and looked at"


class Asker:
    """What is wanted of the moves that are being written, and what is known where they are."""

    def __init__(self) -> None:
        # The last move is one of those that `is Visited` speaks of.
        self.counting_last = False
        # It is asked whether moves lead to a site, whatever effects stand before them.
        self.hitting: bool = False
        # Moves start from `(from)`, wherever their rule says that they do.
        self.going_on: bool = False
        # A piece was put where it is asked about, and rules go on calling that site empty.
        self.put_to_try: bool = False
        # All that asks about threats is told no.
        self.unthreatened = False
        # What is being written is the own action of a move that is chosen.
        self.deciding = False
        self.wanted = Wanted.EFFECT
        self.around: Around = Around()
        self.look: Action = lambda origin, target: None
        self.noting: tuple[Variable, ...] = ()
        # Only some of the moves are made of a rule that was written to be asked about.
        self.measured = False
        # Moves are listed to be looked at, not for the mover.
        self.listing = False
        # Moves to this site alone are made.
        self.only: Int | None = None
        # Whose moves are being written; the mover's if None.
        self.owner: LazyPlayer | None = None
        # What iterators stand for where the moves that are being written are made: there what
        # follows them is worked out, not where they were.
        self.made_at: Bindings = {}

    @property
    def making(self) -> bool:
        """Whether all moves of the rule that is being written are made, as effects are."""
        return self.wanted is Wanted.EFFECT

    @contextmanager
    def want(self, wanted: Wanted) -> Generator[None]:
        """This is wanted of the moves that are written inside, whatever is wanted around them."""
        saved = self.wanted, self.around, self.noting, self.owner
        asked = self.hitting, self.going_on, self.only
        self.wanted, self.around, self.noting, self.owner = wanted, Around(), (), None
        self.hitting, self.going_on, self.only = False, False, None
        try:
            yield
        finally:
            self.wanted, self.around, self.noting, self.owner = saved
            self.hitting, self.going_on, self.only = asked

    @contextmanager
    def apart(self) -> Generator[None]:
        """What is written inside belongs to no rule around it."""
        saved = self.counting_last, self.unthreatened, self.put_to_try
        self.counting_last, self.unthreatened, self.put_to_try = False, False, False
        with self.want(Wanted.EFFECT):
            yield
        self.counting_last, self.unthreatened, self.put_to_try = saved

    @contextmanager
    def making_at(self, bindings: Bindings) -> Generator[None]:
        """Moves written inside are made where iterators stand for this."""
        saved, self.made_at = self.made_at, bindings
        try:
            yield
        finally:
            self.made_at = saved
