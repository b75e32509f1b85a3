"""Why the arguments of a clause do not fit a form, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from interpreter.board.topology import SiteType
from interpreter.language.catalogue import Alternative, Ludeme, Parameter
from interpreter.language.keywords import either, listing
from interpreter.language.kinds import can_be_word, members
from interpreter.language.match import Match, Values
from interpreter.language.reasons import Failure, Mended, Reason
from interpreter.text.errors import (
    Edit,
    Problem,
    Span,
    meant,
    nearest,
    put_into,
    suggest,
    suggested,
    suggests,
)
from interpreter.text.tree import Clause, Labelled, String, Symbol, Tree

# So many names at most say where a label belongs.
MOST_NAMED = 3


class Explanation(Match):
    """What is wrong with the arguments of a clause, if it is meant to be of a form."""

    def __init__(
        self, binder: Values, form: Ludeme, tree: Clause, args: Sequence[Tree | Labelled]
    ) -> None:
        super().__init__(binder, form, tree, args)
        self.placed: dict[str, Tree] = {}
        self.problems: list[Problem] = []
        self.deepest = 0

    @property
    def forms(self) -> str:
        """What the form takes, as a hint; made only for a message."""
        return f"form: {self.form}"

    def reason(self) -> Reason:
        """The problems of the arguments that do not fit."""
        for arg in self.named:
            self._label(arg)
        placed = self.place(0, 0)
        if placed is None and self.plain:
            self._explain()
        elif placed is None:
            self._missing(0)
        if not self.problems and placed is not None:
            self.found.update(placed)
            self._together()
        good = sum(not isinstance(value, Failure) for value in self.found.values())
        return Reason(tuple(self._by_themselves()), 1 + good + self.deepest, inside=True)

    def _by_themselves(self) -> list[Problem]:
        """The problems without those that follow from another.

        Where the word behind the keyword is not understood, as in (sites Occupeid by:Mover), or is
        missing, as in (sites from:(to)), the form is not known, and nor is what belongs to it.
        """
        labels = [one for one in self.problems if one.code == "unknown-label"]
        needless = {one.label for one in self.form.positional}
        if labels and any(arg.label in needless for arg in self.named):
            return labels
        word = self.tree.args[0] if self.tree.args else None
        at_word = [one for one in self.problems if word is not None and one.span == word.span]
        if labels and self._elsewhere() and not any(map(suggests, at_word)):
            return labels[:1]
        several = len(self.binder.catalogue.families.get(self.tree.keyword.text, ())) > 1
        if isinstance(word, Symbol) and several and at_word:
            return [one for one in self.problems if one not in labels]
        return self.problems

    def _together(self) -> None:
        """Tell what is wrong with the arguments together, if each of them fits."""
        for labels in self.crowded():
            message = f"{self._title()} takes only one of {' and '.join(labels)}"
            self._tell(Problem(message, self.tree.span, code="exclusive-arguments"))
        for group in self.empty():
            names = " or ".join(str(one)[1:-1] for one in group)
            message = f"{self._title()} lacks {names}"
            self._tell(Problem(message, self.tree.span, self.forms, code="missing-argument"))
        for parameter in self.lacking():
            self._lacking(parameter)

    def _lacking(self, parameter: Parameter) -> None:
        message = f"{self._title()} lacks {parameter}"
        problem = Problem(message, self.tree.span, self.forms, code="missing-argument")
        expected = tuple(dict.fromkeys(one.name for one in parameter.alternatives))
        self._tell(replace(problem, expected=expected))

    def _title(self) -> str:
        return f"({self.form.name} ...)"

    def _tell(self, problem: Problem) -> None:
        """Note a problem of the clause, with what it takes."""
        self.problems.append(replace(problem, forms=(str(self.form),)))

    def _label(self, arg: Labelled) -> None:
        parameter = self.form.labelled.get(arg.label)
        if parameter is None:
            self._unknown_label(arg)
        elif parameter.name in self.found:
            message = f"{self._title()} has {arg.label}: twice"
            self._tell(Problem(message, arg.span, code="label-twice"))
        else:
            value = self.binder.given(arg.value, parameter, self.form)
            self.found[parameter.name] = value
            if isinstance(value, Failure):
                reason = value.reason
                told = tuple(self._put_in(reason.problems, arg.value))
                self._blame(replace(reason, problems=told))

    def _blame(self, reason: Reason) -> None:
        self.problems.extend(reason.problems)
        self.deepest = max(self.deepest, reason.depth)

    def _put_in(self, problems: Iterable[Problem], tree: Tree) -> list[Problem]:
        """Problems of an argument; what is wrong with it as a whole may lie in who put it here."""
        return [
            put_into(one, self.tree.span, self.form.name) if one.span == tree.span else one
            for one in problems
        ]

    def _unknown_label(self, arg: Labelled) -> None:
        title = self._title()
        if arg.label in self.form.later:
            problem = Problem(
                f"{arg.label}: of {title} is not supported yet", arg.span, code="not-supported"
            )
        else:
            span = Span(arg.span.source, arg.span.start, arg.span.start + len(arg.label),
                        arg.span.outer)  # fmt: skip
            labels = list(self.form.labelled)
            hint, edits = self._without_label(arg) or (None, ())
            hint = hint or self._elsewhere() or suggest(arg.label, labels)
            hint = hint or (listing(labels) if labels else self.forms)
            message = f"{title} has no argument {arg.label}:"
            problem = Problem(message, span, hint, code="unknown-label", edits=edits)
        self._tell(problem)

    def _without_label(self, arg: Labelled) -> Mended | None:
        """What to do about a label of an argument that has none, or is a clause of that name."""
        start, begins, ends = arg.span.start, arg.value.span.start, arg.value.span.end
        if arg.label not in [one.label for one in self.form.positional]:
            return None
        whole = arg.span.holds(arg.value.span)  # no define puts it there
        if arg.label not in self.binder.catalogue.families:
            return f"it stands without {arg.label}:", ((start, begins, ""),) if whole else ()
        edits = (start, begins, f"({arg.label} "), (ends, ends, ")")
        return f"it stands in ({arg.label} ...)", edits if whole else ()

    def _elsewhere(self) -> str | None:
        """Where all labels stand that are unknown here, if a word behind the keyword makes it so.

        (sites from:(to)) may be meant to be (sites Direction from:(to)).
        """
        catalogue, keyword = self.binder.catalogue, self.tree.keyword.text
        labels = {one.label for one in self.named} - set(self.form.labelled)
        found = {
            form.name
            for name in catalogue.families.get(keyword, ())
            for form in catalogue.forms.get(name, ())
            if form.result is self.form.result and labels <= set(form.labelled)
        }
        if self.form.name != keyword or not 0 < len(found - {keyword}) <= MOST_NAMED:
            return None
        return f"{either(sorted(found))} has one"

    def _explain(self) -> None:
        """The problems of the positional arguments, taken in order as far as they fit."""
        slot = 0
        for tree in self.plain:
            taken, failure = self._next_slot(tree, slot)
            if taken is not None:
                slot = taken + 1
                name = self.form.positional[taken].name
                self.found[name], self.placed[name] = failure, tree
                if failure is not None:
                    self._blame(failure.reason)
                continue
            self.problems.extend(self._put_in(self._unplaced(tree, slot, failure), tree))
            return
        self._missing(slot)

    def _unplaced(self, tree: Tree, slot: int, failure: Failure | None) -> Iterable[Problem]:
        """The problems of an argument that fits no parameter from `slot` on."""
        reasons = (self._in_braces, self._too_late, self._too_early, self._behind_label)
        hint, edits = next(filter(None, (why(tree, slot) for why in reasons)), (None, ()))
        if failure is None:
            message, forms = f"{self._title()} takes no further argument", (str(self.form),)
            one = Problem(message, tree.span, hint or self.forms, code="surplus-argument")
            return self._as_site_type(tree, slot, (replace(one, forms=forms, edits=edits),))
        problems = self._as_site_type(tree, slot, self._as_name(tree, failure.reason))
        return [replace(one, hint=hint, edits=edits) for one in problems] if hint else problems

    def _in_braces(self, tree: Tree, slot: int) -> Mended | None:
        """What to do where several things stand one after the other that belong into a list."""
        before = [one.name for one in self.form.positional[:slot]]
        if listed := self._going_on(tree, slot):
            return self._braced(tree, listed)
        for form in self.binder.catalogue.forms.get(self.form.name, ()):
            rest = form.positional[slot:] if form is self.form else form.positional[:1]
            if form.result is not self.form.result or not rest:
                continue
            items = rest[0].items
            lists = all(one.type is tuple for one in rest[0].alternatives)
            whole = form is self.form or all(name in self.found for name in before)
            if lists and whole and self.binder.fits(tree, items):
                return self._braced(tree, items)
        return None

    def _going_on(self, tree: Tree, slot: int) -> list[Alternative]:
        """The items of a list that an argument and the one before may be of, if they may."""
        place = self._place_of(tree)
        if slot == 0 or place == 0:
            return []
        items = self.form.positional[slot - 1].items
        both = all(self.binder.fits(one, items) for one in self.plain[place - 1 : place + 1])
        return items if both else []

    def _place_of(self, tree: Tree) -> int:
        return next(k for k, one in enumerate(self.plain) if one is tree)

    def _braced(self, tree: Tree, items: Sequence[Alternative]) -> Mended:
        hint = f"several stand in braces: ({self.form.name} {{ ... }})"
        return hint, self._braces(tree, items)

    def _braces(self, tree: Tree, items: Sequence[Alternative]) -> tuple[Edit, ...]:
        """Braces around an argument and those beside it that are of the same list."""
        first = last = self._place_of(tree)
        while first > 0 and self.binder.fits(self.plain[first - 1], items):
            first -= 1
        while last + 1 < len(self.plain) and self.binder.fits(self.plain[last + 1], items):
            last += 1
        start, end = self.plain[first].span, self.plain[last].span
        if start.source is not end.source or start.end > end.start > start.start:
            return ()
        return (start.start, start.start, "{ "), (end.end, end.end, " }")

    def _too_late(self, tree: Tree, slot: int) -> Mended | None:
        """Where an argument should stand that would have fitted before."""
        earlier = self.form.positional[:slot]
        for place, parameter in enumerate(earlier):
            value = self.binder.value(tree, parameter.alternatives, self.form)
            words = any(can_be_word(one.type) for one in parameter.alternatives)
            if words or not isinstance(tree, Clause) or isinstance(value, Failure):
                continue
            if parameter.name in self.found:
                return f"there is a ({tree.keyword.text} ...) already\n  {self.forms}", ()
            behind = next((one for one in earlier[place:] if one.name in self.found), None)
            if behind is not None:
                hint = f"it stands before ({behind.label} ...)\n  {self.forms}"
                return hint, _moved(tree, self.placed[behind.name])
        return None

    def _too_early(self, tree: Tree, slot: int) -> Mended | None:
        """What should stand before an argument that fits only behind it."""
        wanted = self.form.positional[slot : slot + 1]
        later = self.form.positional[slot + 1 :]
        if not any(self.binder.fits(tree, one.alternatives) for one in later):
            return None
        for parameter in wanted:
            for other in self.plain[self._place_of(tree) + 1 :]:
                if isinstance(other, Clause | String) and self.binder.fits(
                    other, parameter.alternatives
                ):
                    word = other.keyword.text if isinstance(other, Clause) else None
                    what = f"({word} ...)" if word else other.span.text
                    return f"{what} stands before it\n  {self.forms}", _moved(other, tree)
        return None

    def _behind_label(self, tree: Tree, _: int) -> Mended | None:
        """The label of an argument that fits no place, and one label alone."""
        if not isinstance(tree, Clause):
            return None
        given = {arg.label for arg in self.named}
        rest = [one for label, one in self.form.labelled.items() if label not in given]
        fitting = [one.label for one in [one for one in rest if not one.optional] or rest
                   if self.binder.fits(tree, one.alternatives)]  # fmt: skip
        if len(fitting) != 1:
            return None
        start = tree.span.start
        return f"it stands behind a label: {fitting[0]}:", ((start, start, f"{fitting[0]}:"),)

    def _as_name(self, tree: Tree, reason: Reason) -> Iterable[Problem]:
        """The problems of an argument; one behind the keyword may be a mistyped part of a name."""
        known = self.binder.catalogue.keywords.get(self.tree.keyword.text, set())
        seconds = {name.split()[1] for name in known if " " in name}
        if not isinstance(tree, Symbol) or tree is not self.tree.args[0] or not seconds:
            return reason.problems
        problem = reason.problems[0]
        if suggests(problem):
            near = nearest(tree.text, [*suggested(problem), *seconds])
            other = near and near[0] not in suggested(problem)
            return (replace(problem, hint=meant(near)),) if other else reason.problems
        if tree.text in seconds:  # the name is one of a form for another place
            forms = [form for name in sorted(known) if tree.text in name.split()[1:2]
                     for form in self.binder.catalogue.forms[name]]  # fmt: skip
            given = " or ".join(dict.fromkeys(Alternative(one.result).name for one in forms))
            wanted = Alternative(self.form.result).name
            message = f"({self.tree.keyword.text} {tree.text} ...) is {given}; expected {wanted}"
            return (Problem(message, self.tree.span, self.forms, code="wrong-type"),)
        near = suggest(tree.text, seconds)
        fits = problem.edits or (problem.hint and problem.hint.startswith("known"))
        return (replace(problem, hint=near or (problem.hint if fits else listing(seconds))),)

    def _as_site_type(
        self, tree: Tree, slot: int, problems: Iterable[Problem]
    ) -> Iterable[Problem]:
        """The problems of an argument; where the kind of a site may stand it may be a mistyped one.

        It is not told otherwise, since every argument that is a site may have one before it.
        """
        rest = [one.alternatives for one in self.form.positional[slot:]]
        types = [kind for several in rest for kind in several if kind.type is SiteType]
        if not isinstance(tree, Symbol) or not types:
            return problems
        one, *others = problems
        near = nearest(tree.text, [*suggested(one), *members(types[0])])
        return (replace(one, hint=meant(near) or one.hint), *others)

    def _next_slot(self, tree: Tree, slot: int) -> tuple[int | None, Failure | None]:
        """The parameter an argument goes to, or would go to but for an error inside it."""
        furthest: tuple[int | None, Failure | None] = (None, None)
        wanted: list[Alternative] = []
        for place in range(slot, len(self.form.positional)):
            parameter = self.form.positional[place]
            wanted += (one for one in parameter.alternatives if one.type is not SiteType)
            value = self.binder.given(tree, parameter, self.form)
            if not isinstance(value, Failure):
                return place, None
            if value.reason.inside and value.reason.depth > _depth(furthest[1]):
                furthest = (place, value)
            if not parameter.optional:
                break
        if furthest[0] is None and wanted:
            # None of these fits by itself; together they say what would.
            return None, cast(Failure, self.binder.value(tree, wanted, self.form))
        return furthest

    def _missing(self, slot: int) -> None:
        for parameter in self.form.positional[slot:]:
            if not parameter.optional:
                self._lacking(parameter)
                return


def _moved(tree: Tree, before: Tree) -> tuple[Edit, ...]:
    """An argument put before another."""
    span, place = tree.span, before.span
    if span.source is not place.source or place.end > span.start:
        return ()
    text = span.source.text
    start = len(text[: span.start].rstrip())
    return (place.start, place.start, f"{text[span.start : span.end]} "), (start, span.end, "")


def _depth(failure: Failure | None) -> int:
    return failure.reason.depth if failure is not None else -1
