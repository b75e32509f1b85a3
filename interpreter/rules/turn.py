"""The turn: from the rules of a game to the functions that start it, move, and end it.

The functions are `start` (the first position), `generate` (offers the moves of the mover, some
of them still to be looked at), `allowed` (whether an offered move is legal), `apply` (a whole
move: actions, consequences, end rules, phases, next mover), and `playout` (random moves to the
end). They are the same for every game; only what the rules say is lowered into them.

Source: Ludii 1.3.10 Core/src/game/Game.java, other/trial/Trial.java.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from interpreter.ir import schema
from interpreter.ir.program import (
    MOST_MOVES,
    MOST_TURNS_PER_PLAYER,
    TRIED_BITS,
    Access,
    Block,
    Callee,
    Function,
    Program,
    Template,
    walk,
)
from interpreter.ir.values import Bool, Int, Move, Value
from interpreter.language.parts import (
    Automove,
    GameRules,
    NextPhase,
    NoRepeat,
    NoSuicide,
    PassNoEnd,
    Rules,
    Swap,
)
from interpreter.language.words import Role, Text
from interpreter.rules.builder import Builder
from interpreter.rules.joint import Joint
from interpreter.rules.match import NEXT_GAME, MatchTurn
from interpreter.rules.outcome import Outcome
from interpreter.rules.parts.course import Remembered
from interpreter.rules.parts.puzzle import SATISFIED, SOLVED, Told
from interpreter.text.errors import LudError, Problem, suggest

FORCED = "forced_pass"
# Sets of so many sites fit into a word, whose k-th bit is found at once.
WORD = 64


class Played:
    """The rules of a game: of the only one, or of one of a match.

    Args:
        rules: what they say
        first: the number of its first phase among those of all games
    """

    def __init__(self, rules: Rules, first: int) -> None:
        self.rules, self.phases = rules, rules.phases
        self.numbers = range(first, first + len(rules.phases))
        meta = rules.meta.rules if rules.meta else ()
        self.swap = any(isinstance(rule, Swap) for rule in meta)
        self.repetition = [rule for rule in meta if isinstance(rule, NoRepeat)]
        self.automove = any(isinstance(rule, Automove) for rule in meta)
        self.no_suicide = any(isinstance(rule, NoSuicide) for rule in meta)
        self.passes_end = not any(isinstance(rule, PassNoEnd) for rule in meta)

    def start(self) -> None:
        """The start rules."""
        for rule in self.rules.start.rules if self.rules.start else ():
            rule()

    def first_phase(self, player: int) -> int:
        """The phase in which a player begins."""
        for number, phase in zip(self.numbers, self.phases, strict=True):
            if phase.role is None or phase.role.player in (None, player):
                return number
        return self.numbers[0]

    def target(self, way: NextPhase, number: int) -> int:
        """The phase to which a way out of another leads."""
        names = [phase.name for phase in self.phases]
        if way.name is None:
            return self.numbers[(number - self.numbers[0] + 1) % len(names)]
        if way.name not in names:
            span = way.name.span if isinstance(way.name, Text) else way.span
            hint = suggest(way.name, names) or f"known: {', '.join(filter(None, names))}"
            raise LudError(f'no phase is called "{way.name}"', span, hint, code="unknown-phase")
        return self.numbers[names.index(way.name)]


class Turn:
    """Writes the functions of a game whose board and pieces the builder knows."""

    def __init__(self, b: Builder, game: GameRules) -> None:
        self.b, self.game = b, game
        self.outcome = Outcome(b)
        self._match = None
        if game.match is not None:
            self._match = MatchTurn(b, game.match, self.outcome, self._by_game)
        self.games: list[Played] = []
        for one in game.games:
            self.games.append(Played(one.rules, sum(len(each.phases) for each in self.games)))
        self.phases = [phase for one in self.games for phase in one.phases]
        if any(one.swap for one in self.games) and b.players.count > 2:
            raise b.fail(
                "(swap ...) among more than two players is not supported yet", code="not-supported"
            )
        self._refuse_at_once()
        for one in self.games:
            for rule in one.repetition:
                b.turn.history_of(Remembered.TURN if rule.in_turn else Remembered.GAME)
        b.moves.record = self._record
        b.turn.entries |= {
            "choices": self._choices,
            "generate": self._generate,
            "end": self._end,
            "guarded": self._guarded,
            "next_can_move": self._next_can_move,
            "next_could_move": self._next_could_move,
            "all_passed": lambda: b.turn.entry("round_of_passes"),
            "round_of_passes": self._all_passed,
            "length": partial(self._length, "length"),
            "worth": partial(self._length, "worth"),
            "removals": self._removals,
            SATISFIED: partial(self._constraints, SATISFIED, Told.SETTLED),
            SOLVED: partial(self._constraints, SOLVED, Told.ALL),
            "hit": partial(self._hit, "hit", put=False),
            "hit_when_put": partial(self._hit, "hit_when_put", put=True),
        }
        b.turn.declared["apply"] = Function("apply")
        b.turn.declared["choices"] = Function("choices")

    def _refuse_at_once(self) -> None:
        """Where all players choose at once, some rules would have to say which one they mean."""
        if not self.b.players.at_once:
            return
        lacking = {
            "a swap": any(one.swap for one in self.games),
            "a rule against repetition": any(one.repetition for one in self.games),
            "dice": bool(self.b.dice.count),
            "a match": self._match is not None,
            "(automove)": any(one.automove for one in self.games),
            "a rule against losing moves": any(one.no_suicide for one in self.games),
        }
        for what in (name for name, there in lacking.items() if there):
            raise self.b.fail(
                f"{what} where all players choose at once is not supported yet",
                code="not-supported",
            )

    def program(self) -> Program:
        """All functions of the game."""
        b = self.b
        # The ways out of phases first: an end rule depends on whether any rule asks about passes.
        leaving = self._phases()
        generate = b.turn.entry("generate")
        choices, measures = b.turn.entry("choices"), dict[str, None]()
        for function in b.functions:
            own = [str(one.attribute) for one in walk(function.body) if one.name == "longest"]
            measures |= dict.fromkeys(own)
            if own and function not in (generate, choices):
                # It stands in what comes before moves, which is written before the measure.
                function.recursive = True
        for name in measures:
            # `length` is the one function that calls what is written before it.
            measure = b.turn.entry(name)
            b.functions.remove(measure)
            b.functions.insert(b.functions.index(generate), measure)
        forced = self._forced_pass()
        perform = self._perform()
        self._allowed(perform)
        end = b.turn.entry("end")
        # After all rules that may ask whether a position was there before.
        self._start()
        following = self._match.following() if self._match else None
        apply = self._apply(perform, end, self._proceed(leaving), following)
        self._playout(self._pick(generate, forced), apply)
        self._looked_at()
        self._never_left()
        self._drop_notes()
        if self._match:
            self._match.write_reset()
        fields = list(b.fields.values())
        owners = (0, *(kind.owner for kind in b.pieces.kinds))
        phases = [one.name for one in self.phases]
        if self.games[1:]:
            self._fit_fields()
        return Program(
            self.game.name, b.site_count, fields, b.functions, b.moves.templates, owners=owners,
            dice=b.dice.faces, timed=b.turn.timed, phases=tuple(phases) if phases[1:] else (),
            puzzle=b.puzzle.model, forbids=any(one.no_suicide for one in self.games),
        )  # fmt: skip

    def beginning(self) -> Program:
        """The function that starts the game; nothing else that the rules say is looked at.

        Dice and the constraints of a puzzle are seen in a picture of it. Where other rules draw by
        chance, other outcomes may fall at the start than in the whole program.
        """
        b = self.b
        if b.dice.count:
            b.part(schema.DIE)
        if b.puzzle.values is not None:
            b.turn.entry("choices")
        self._start()
        fields = list(b.fields.values())
        owners = (0, *(kind.owner for kind in b.pieces.kinds))
        return Program(
            self.game.name, b.site_count, fields, b.functions, b.moves.templates, owners=owners,
            dice=b.dice.faces, puzzle=b.puzzle.model,
        )  # fmt: skip

    # The start

    def _start(self) -> None:
        b = self.b

        def body() -> None:
            b.players.let_choose(b.one)
            if b.players.at_once:
                b.players.set_mover(b.one)
            b.write(b.part(schema.NEXT), b.int(2 if b.players.count > 1 else 1))
            for player in b.players.all():
                b.write(b.part(schema.ACTIVE), b.one, player)
            self._by_game(lambda number: self._first_phases(self.games[number]))
            if b.players.teamed:
                for player in b.players.all():
                    b.players.join_team(player, player)
            b.write(b.part(schema.PLACED), b.board.everywhere, b.zero)
            b.turn.renew_chance()
            b.puzzle.begin()
            for die in range(b.dice.count):
                b.pieces.put(b.int(b.pieces.places_end - b.dice.count + die), b.int(die + 1))
            with b.turn.starting():
                self._by_game(lambda number: self.games[number].start())
            for piece in map(b.int, (one.number for one in b.pieces.kinds)):
                b.write(b.part(schema.STARTING), b.pieces.placed(piece), piece)
            if b.turn.history is not None and b.turn.remembered is not Remembered.TOLD:
                b.emit("remember", attribute=Access(b.turn.history))

        b.define("start", (), "none", body)

    def _first_phases(self, game: Played) -> None:
        b = self.b
        for player in b.players.all():
            first = game.first_phase(player.constant or 0)
            b.write(b.part(schema.PHASE), b.int(first), player)

    # Moves

    def _record(self, origin: Int, target: Int, passing: bool) -> None:
        """From here on the move counts as made: it is the last move, and consequences follow."""
        b = self.b
        b.write(b.part(schema.LAST_FROM), origin)
        b.write(b.part(schema.LAST_TO), target)
        b.write(b.part(schema.LAST_PASSED), b.one if passing else b.zero)
        b.write(b.part(schema.MOVES), b.add(b.turn.all_moves(), b.one))
        # A turn counts as passed if it begins with a pass and has no other one: what is done in the
        # same turn after a pass changes nothing, as a recorded game (Throngs) has it.
        before = b.read_int(b.part(schema.PASSES))
        passes = b.add(before, b.one) if passing else b.zero
        if b.keeps("replays"):
            first = b.equal(b.turn.turn_moves(), b.zero)
            passes = b.pick(first, passes, b.zero if passing else before)
        b.write(b.part(schema.PASSES), passes)
        b.write(b.part(schema.STUCK), b.zero, b.players.chooser())
        b.turn.note_reached()

    def _generate(self) -> Function:
        """Offers what the mover may choose from."""
        b = self.b

        def body() -> None:
            b.emit("clear_moves")
            with b.open() as block:
                b.call(b.turn.entry("choices"))
            draws = schema.TOLD_LEFT in b.fields
            if draws:
                b.turn.note_told(b.turn.told(), first=True)
            b.emit("list", blocks=(block,))
            if draws:
                b.turn.note_told(b.turn.told())
            b.emit("sort_moves")

        return b.define("generate", (), "none", body)

    def _choices(self) -> Function:
        """What the mover may choose from."""
        b = self.b

        def next_game() -> None:
            b.moves.effect(lambda: None, NEXT_GAME)

        def either() -> None:
            if self._match is None:
                self._offered()
            else:
                b.if_(b.turn.is_finished(), next_game, self._offered)

        def body() -> None:
            with b.turn.generating():
                b.moves.choices(either)

        return b.define("choices", (), "none", body, b.turn.declared["choices"])

    def _offered(self) -> None:
        """The moves of the mover, and the swap; where nobody plays, a step of the rules."""
        b = self.b
        if b.players.simulated:
            # All effects of the rules are one move, to the first site that they touch.
            touched = b.first(b.moves.targets(self._play))
            b.moves.move("Step", None, b.single(touched), lambda _, __: b.moves.apply(self._play))
            return
        self._play()
        if any(one.swap for one in self.games) and b.players.count > 1:
            first = b.equal(b.turn.moves(), b.int(b.players.count - 1))
            other = b.differ(b.players.previous(), b.players.mover())
            asked = self._where(lambda one: one.swap)
            b.if_(b.both(b.both(first, other), asked), self._offer_swap)

    def _hit(self, name: str, *, put: bool) -> Function:
        """Whether a move that the mover has in his phase leads to a site, legal or not."""
        b = self.b

        def body(site: Int) -> Bool:
            return b.moves.hits(self._play, site, put=put)

        return b.define(name, ("int",), "bool", body)

    def _play(self) -> None:
        """The moves of the mover's present phase."""
        chooser = self.b.players.chooser()

        def of(game: int) -> None:
            numbers = self.games[game].numbers
            self._by_phase(numbers, lambda number: self.phases[number].play.moves(), chooser)

        self._by_game(of)

    def _by_game(self, body: Callable[[int], object]) -> None:
        """Run the part of the game of a match that is played, by its number."""
        b, games = self.b, range(len(self.games))
        if len(games) == 1:
            body(0)
            return

        def of(number: int) -> None:
            with b.settings.of(number):
                body(number)

        self._switch(b.turn.playing(), games, of)

    def _where(self, holds: Callable[[Played], object]) -> Bool:
        """Whether something holds for the game of a match that is played."""
        b, found = self.b, [int(bool(holds(one))) for one in self.games]
        if len(set(found)) == 1:
            return b.bool(bool(found[0]))
        return b.equal(b.lookup(b.table(*found, 0), b.turn.playing()), b.one)

    def _by_phase(
        self, numbers: range, body: Callable[[int], object], player: Int | None = None
    ) -> None:
        """Run the part of a player's present phase, of the mover's if none is given.

        Args:
            numbers: those of the phases
        """
        b = self.b
        if len(numbers) == 1:
            body(numbers[0])
            return
        phase = b.read_int(b.part(schema.PHASE), player or b.players.mover())
        self._switch(phase, numbers, body)

    def _switch(self, value: Int, cases: Sequence[int], body: Callable[[int], object]) -> None:
        """Run the body of the case that the value equals, found by halving."""
        b = self.b
        if len(cases) < 2:
            for one in cases:
                body(one)
            return
        middle = len(cases) // 2
        b.if_(
            b.less(value, b.int(cases[middle])),
            lambda: self._switch(value, cases[:middle], body),
            lambda: self._switch(value, cases[middle:], body),
        )

    def _offer_swap(self) -> None:
        """The second player may take over the colour of the first."""
        self.b.moves.effect(self.b.players.change_sides, "Swap")

    def _forced_pass(self) -> Template:
        """The pass of a player who has no legal move."""
        b = self.b
        act = Function(FORCED)

        def pass_() -> None:
            self._record(b.nothing, b.nothing, passing=True)
            b.write(b.part(schema.STUCK), b.one, b.players.chooser())

        template = Template(len(b.moves.templates), "Pass", act, shape="nowhere", passing=True)
        b.moves.templates.append(template)
        with b.inside(act):
            act.parameters = tuple(b.fresh("int") for _ in range(2))
            # Where all choose at once, nothing follows this pass when all have moved.
            again = b.turn.all_made() if b.players.at_once else b.false
            b.if_(b.negate(again), pass_)
            b.finish()
        b.functions.append(act)
        return template

    def _on_template(self, move: Move, body: Callable[[Template, list[Int]], object]) -> None:
        """Run the part of a move's template, given the numbers that the move carries."""
        b = self.b
        number = b.number("template_of", move)
        sites = [b.number("origin_of", move), b.number("target_of", move)]

        def case(index: int) -> None:
            template = b.moves.templates[index]
            places = range(template.extras)
            body(template, [*sites, *(b.number("extra_of", move, attribute=one) for one in places)])

        self._switch(number, range(len(b.moves.templates)), case)

    def _perform(self) -> Function:
        """A move's actions and consequences."""
        b = self.b

        def body(move: Move) -> None:
            b.ballot.forget_decision()
            self._on_template(move, lambda template, numbers: b.call(template.act, *numbers))
            if any(one.automove for one in self.games):
                asked = self._where(lambda one: one.automove)
                b.if_(asked, lambda: b.moves.make_forced(self._play, b.board.size))
            if b.pieces.clears:
                b.pieces.clear_marked()
            b.turn.note_reached()

        return b.define("perform", ("move",), "none", body)

    def _guarded(self) -> Function:
        """Whether the conditions of a move's own rule hold after it."""
        b = self.b

        def body(move: Move) -> Bool:
            answer = b.local("legal", b.true)

            def case(template: Template, numbers: list[Int]) -> None:
                if template.guard is not None:
                    b.set(answer, b.call(template.guard, *numbers))

            self._on_template(move, case)
            return b.get_bool(answer)

        return b.define("guarded", ("move",), "bool", body)

    def _allowed(self, perform: Function) -> None:
        """Whether an offered move is legal: its own conditions, and no repetition."""
        b = self.b
        guarded = b.turn.entry("guarded")

        def body(move: Move) -> Bool:
            conditions = [lambda: b.call_bool(guarded, move)]
            if any(one.repetition for one in self.games):
                free = b.negate(self._where(lambda one: one.repetition))
                again = lambda: b.negate(self._repeats(perform, move))  # noqa: E731
                conditions.append(lambda: b.any_of([lambda: free, again]))
            if any(one.no_suicide for one in self.games):
                may = b.negate(self._where(lambda one: one.no_suicide))
                lives = lambda: b.negate(self._loses(perform, move))  # noqa: E731
                conditions.append(lambda: b.any_of([lambda: may, lives]))
            return b.all_of(conditions)

        b.define("allowed", ("move",), "bool", body)

    def _repeats(self, perform: Function, move: Move) -> Bool:
        b = self.b
        exempt = (one.passing or one.name == NEXT_GAME for one in b.moves.templates)
        passes = b.table(*map(int, exempt), 0)
        number = b.number("template_of", move)
        answer = b.local("repeats", b.false)

        def made() -> None:
            b.call(perform, move)
            b.set(answer, b.turn.repeats(b.turn.remembered))

        b.if_(b.equal(b.lookup(passes, number), b.zero), lambda: b.probe(made))
        return b.get_bool(answer)

    def _loses(self, perform: Function, move: Move) -> Bool:
        """Whether the player who makes a move has lost by it."""
        b, end = self.b, self.b.turn.entry("end")
        exempt = b.table(*(int(one.name == NEXT_GAME) for one in b.moves.templates), 0)
        number = b.number("template_of", move)
        mover, answer = b.players.mover(), b.local("loses", b.false)

        def made() -> None:
            b.call(perform, move)
            b.call(end)
            own = b.read_int(b.part(schema.RANK), mover)
            lost = b.less(b.zero, own)
            for other in b.players.all():
                better = b.less(b.read_int(b.part(schema.RANK), other), own)
                lost = b.both(lost, b.either(b.equal(other, mover), better))
            b.set(answer, lost)

        b.if_(b.equal(b.lookup(exempt, number), b.zero), lambda: b.probe(made))
        return b.get_bool(answer)

    def _length(self, name: str) -> Function:
        """How many moves of one turn there are at most from a move on, itself included.

        Called `worth`, it says how much they take away at most, and one more, so that 0 is left for
        what is not legal.

        Moves beyond a bound are not tried, and none where nothing can be longer than what is found:
        a turn that may go on for ever is followed down once. The result holds the number above so
        many bits, and below them how many more may be tried.
        """
        b = self.b
        made = b.turn.declared[name] = Function(name, result="int", recursive=True)
        guarded, generate = b.turn.entry("guarded"), b.turn.entry("generate")

        def body(move: Move, tries: Int, depth: Int) -> Value:
            best, left = b.local("best", b.zero), b.local("left", tries)
            own = b.local("own", b.one)

            def made_() -> None:
                b.write(b.part(schema.TRYING), b.one)
                if name == "worth":
                    b.write(b.part(schema.WORTH), b.zero)
                b.call(b.turn.declared["apply"], move)
                if name == "worth":
                    b.set(own, b.read_int(b.part(schema.WORTH)))
                same = b.less(b.zero, b.turn.turn_moves())
                b.if_(b.both(b.turn.undecided(), same), follow)

            def follow() -> None:
                b.call(generate)
                b.loop(b.number("move_count"), try_, most=1 << 20)

            def try_(index: Int) -> None:
                done = b.at_most(b.get_int(left), b.zero)
                if name == "length":
                    done = b.either(done, b.at_most(depth, b.get_int(best)))
                b.leave_if(done)
                b.set(left, b.subtract(b.get_int(left), b.one))
                following = b.emit("move_at", index)
                found = b.call(made, following, b.get_int(left), b.subtract(depth, b.one))
                assert isinstance(found, Int)
                b.set(left, b.bits(found, shift=0, width=TRIED_BITS))
                long = b.number("shift_right", found, b.int(TRIED_BITS))
                b.set(best, b.greatest(b.get_int(best), long))

            legal = b.call_bool(guarded, move)
            deep = b.less(b.zero, depth)
            b.if_(b.both(legal, deep), lambda: b.probe(made_))
            whole = b.add(b.get_int(best), b.get_int(own))
            if name == "worth":  # what follows has its one already
                whole = b.greatest(whole, b.add(b.get_int(own), b.one))
            count = b.pick(legal, whole, b.zero)
            return b.bits_or(b.shift_left(count, TRIED_BITS), b.get_int(left))

        b.define(name, ("move", "int", "int"), "int", body, made)
        return made

    def _removals(self) -> Function:
        """How much a move takes away with all that follows from it; told as by `length`."""
        b = self.b
        guarded = b.turn.entry("guarded")

        def body(move: Move, tries: Int, depth: Int) -> Value:
            del depth
            most = b.local("most", b.zero)

            def made() -> None:
                b.write(b.part(schema.TRYING), b.one)
                b.write(b.part(schema.REMOVED), b.zero)
                self._on_template(move, lambda template, numbers: b.call(template.act, *numbers))
                b.set(most, b.add(b.read_int(b.part(schema.REMOVED)), b.one))

            b.if_(b.call_bool(guarded, move), lambda: b.probe(made))
            return b.bits_or(b.shift_left(b.get_int(most), TRIED_BITS), tries)

        return b.define("removals", ("move", "int", "int"), "int", body)

    def _constraints(self, name: str, told: Told) -> Function:
        """Whether all constraints of a puzzle hold."""
        return self.b.define(name, (), "bool", lambda: self.b.puzzle.ask(told))

    def _next_can_move(self) -> Function:
        """Whether the next player would have a legal move, repetition aside."""
        choices = self.b.turn.declared["choices"]
        return self._next_has("next_can_move", lambda: self.b.call(choices))

    def _next_could_move(self) -> Function:
        """The same for a rule for moves: the next player's own rules do not ask it in turn."""
        with self.b.turn.asking_ahead():
            return self._next_has("next_could_move", self._offered)

    def _next_has(self, name: str, moves: Callable[[], object]) -> Function:
        b = self.b

        def body() -> Bool:
            answer = b.local("can", b.false)

            def look() -> None:
                mover, after = b.players.mover(), b.players.next()
                b.players.set_previous(mover)
                b.players.set_mover(after)
                if b.players.at_once:
                    b.players.let_choose(after)
                b.players.set_next(b.players.following(after))
                b.set(answer, b.moves.any(moves))

            b.probe(look)
            return b.get_bool(answer)

        return b.define(name, (), "bool", body)

    # The end

    def _all_passed(self) -> Function:
        """Whether as many turns as there were players at the start were single passes, in a row.

        A turn is one if it begins with a pass and has no other. For one player alone: whether the
        last move was a pass.
        """
        b = self.b

        def body() -> Bool:
            if b.players.count == 1:
                return b.equal(b.read_int(b.part(schema.LAST_PASSED)), b.one)
            return b.at_most(b.int(b.players.count), b.read_int(b.part(schema.PASSES)))

        return b.define("all_passed", (), "bool", body)

    def _end(self) -> Function:
        """The end rules: those of the mover's phase, then those of the game, then the limits."""
        b = self.b
        wins = {name: b.turn.entry(name) for name in ("win", "lose", "draw")}

        def of(number: int) -> None:
            self._ask(self._end_rules(self.games[number], wins["draw"]))

        def body() -> None:
            self.outcome.begin()
            self._by_game(of)

        return b.define("end", (), "none", body)

    def _end_rules(self, game: Played, draw: Function) -> list[Callable[[], object]]:
        """What is asked after every move of a game."""
        b = self.b
        # Passes are looked at only where there are end rules: of the mover's phase, or of the game.
        passes: Callable[[], object] = lambda: self._round_of_passes(game, draw)  # noqa: E731

        def of_phase(number: int) -> None:
            end = self.phases[number].end
            self._ask([*b.turn.end_rules(end), passes] if end is not None else [])

        rules: list[Callable[[], object]] = []
        if any(phase.end for phase in game.phases):
            rules.append(lambda: self._by_phase(game.numbers, of_phase))
        if game.rules.end is not None:
            rules += [*b.turn.end_rules(game.rules.end), passes]
        rules.append(lambda: self._limits(draw))
        return rules

    def _ask(self, rules: Sequence[Callable[[], object]]) -> None:
        """Ask end rules in order until the game is over; it is not over before the first."""
        if rules:
            rules[0]()
        if len(rules) > 1:
            # Each inside the one before, so that what was computed for it is known.
            self.b.if_(self.b.turn.undecided(), lambda: self._ask(rules[1:]))

    def _round_of_passes(self, game: Played, draw: Function) -> None:
        """Without a rule of its own for it, a round of nothing but passes is a draw.

        Whoever plays alone may pass, if the rules offer it, and the game goes on.
        """
        b = self.b
        offered = (one for one in b.moves.templates if one.act.name != FORCED)
        alone = b.players.count == 1 and any(one.passing for one in offered)
        ends = game.passes_end and not b.dice.count and "all_passed" not in b.turn.asked
        if not ends or alone:
            return
        b.if_(b.call_bool(b.turn.entry("round_of_passes")), lambda: b.call(draw))

    def _limits(self, draw: Function) -> None:
        b = self.b
        most = MOST_TURNS_PER_PLAYER * b.players.count
        # Where all choose at once, each choice counts for this.
        most_moves = MOST_MOVES // b.players.count if b.players.at_once else MOST_MOVES
        made = b.turn.made()

        def exactly() -> None:
            turns = b.at_most(b.int(most), b.add(b.read_int(b.part(schema.TURN)), b.one))
            moves = b.at_most(b.int(most_moves), made)
            b.if_(b.either(turns, moves), lambda: b.call(draw))

        # There are no more turns than moves.
        b.if_(b.at_most(b.int(min(most, most_moves)), made), exactly)

    # The next move

    def _proceed(self, phases: Function) -> Function:
        """What follows a move that has not ended the game: phases, and who moves next."""
        b = self.b

        def body() -> None:
            b.call(phases)
            b.turn.remember()
            b.turn.count_move()
            b.turn.renew_chance()
            self._advance()

        return b.define("proceed", (), "none", body)

    def _apply(
        self, perform: Function, end: Function, proceed: Function, following: Function | None
    ) -> Function:
        b = self.b

        if b.players.at_once:
            return self._apply_at_once(end, proceed)

        def play(move: Move) -> None:
            b.call(perform, move)
            b.call(end)
            b.if_(b.turn.undecided(), lambda: b.call(proceed))

        def body(move: Move) -> None:
            if self._match is None or following is None:
                play(move)
                return
            done, begin = b.turn.is_finished(), following
            b.if_(done, lambda: b.call(begin), lambda: play(move))
            self._match.finish(done)

        return b.define("apply", ("move",), "none", body, b.turn.declared["apply"])

    def _apply_at_once(self, end: Function, proceed: Function) -> Function:
        """One player's choice, where all choose at once; the last one's makes all moves."""
        b, templates = self.b, self.b.moves.templates
        joint = Joint(
            b,
            lambda number, body: self._switch(
                number, range(len(templates)), lambda index: body(templates[index])
            ),
        )
        make = joint.make_one()

        def make_all() -> None:
            joint.make_all(make)
            b.call(end)
            b.if_(b.turn.undecided(), lambda: b.call(proceed))
            b.players.let_choose(b.players.following(b.int(b.players.count)))

        def body(move: Move) -> None:
            joint.keep(move)
            chooser = b.players.chooser()
            after = b.players.following(chooser)
            b.if_(b.less(chooser, after), lambda: b.players.let_choose(after), make_all)

        return b.define("apply", ("move",), "none", body, b.turn.declared["apply"])

    def _phases(self) -> Function:
        """Every player leaves his phase by the first way out that applies."""
        b = self.b
        leaving: list[tuple[int, Function]] = []
        for place, game in enumerate(self.games):
            with b.settings.of(place):
                leaving += [(number, self._leaving(game, number))
                            for number in game.numbers
                            if self.phases[number].following]  # fmt: skip

        def body() -> None:
            for player in b.players.all():
                phase = b.read_int(b.part(schema.PHASE), player)
                for number, leave in leaving:
                    here = b.equal(phase, b.int(number))
                    b.if_(here, lambda: b.call(leave, player))  # noqa: B023

        return b.define("phases", (), "none", body)

    def _leaving(self, game: Played, number: int) -> Function:
        """A player leaves a phase by the first way out that applies."""
        ways = [(one, game.target(one, number)) for one in self.phases[number].following]

        def body(player: Int) -> None:
            with self.b.names.bind(player=player):
                self._ways_out(player, ways)

        return self.b.define(f"leave_phase{number}", ("int",), "none", body)

    def _ways_out(self, player: Int, ways: Sequence[tuple[NextPhase, int]]) -> None:
        b = self.b
        if not ways:
            return
        way, target = ways[0]

        def applies() -> Bool:
            return b.true if way.condition is None else way.condition()

        def leave() -> None:
            b.write(b.part(schema.PHASE), b.int(target), player)

        condition = b.all_of((lambda: self._concerns(way, player), applies))
        b.if_(condition, leave, lambda: self._ways_out(player, ways[1:]))

    def _concerns(self, way: NextPhase, player: Int) -> Bool:
        b = self.b
        if way.who is None or way.who in (Role.All, Role.Each, Role.Any, Role.Shared):
            return b.true
        who = way.who if isinstance(way.who, Role) else way.who()
        if who in (Role.NonMover, Role.Enemy):
            return b.differ(player, b.players.mover())
        return b.equal(player, b.players.number(who))

    def _advance(self) -> None:
        b = self.b
        mover, after = b.players.mover(), b.players.next()
        b.players.set_previous(mover)
        # Who moves next was decided before the end rules. If he has won by another's move, the turn
        # is still his; who has lost is passed over.
        swapped = self._swap_made(mover, after)
        again = b.both(b.equal(after, mover), b.negate(swapped))
        b.if_(again, self._same_turn, self._new_turn)
        b.players.set_mover(after)
        b.players.set_next(b.players.following(after))

    def _swap_made(self, mover: Int, after: Int) -> Bool:
        """Whether the move just made was the swap, which is a turn of its own."""
        b = self.b
        if not any(one.swap for one in self.games):
            return b.false
        second = b.equal(b.turn.moves(), b.int(b.players.count))
        nowhere = b.equal(b.turn.last_to(), b.nothing)
        swapped = b.both(b.both(second, nowhere), b.equal(mover, after))
        return b.both(swapped, self._where(lambda one: one.swap))

    def _same_turn(self) -> None:
        b = self.b
        ends = b.union(b.single(b.turn.last_from()), b.single(b.turn.last_to()))
        b.write(b.part(schema.VISITED), b.union(b.read_sites(b.part(schema.VISITED)), ends))
        b.write(b.part(schema.TURN_MOVES), b.add(b.turn.turn_moves(), b.one))

    def _new_turn(self) -> None:
        b = self.b
        b.write(b.part(schema.VISITED), b.nowhere)
        b.write(b.part(schema.TURN_MOVES), b.zero)
        b.write(b.part(schema.TURN), b.add(b.read_int(b.part(schema.TURN)), b.one))

    # For positions that are set up or told

    def _looked_at(self) -> None:
        """Functions that nothing in the game calls, of what its rules speak of."""
        b = self.b
        if b.turn.history is not None:
            access = Access(b.turn.history)

            def remember() -> None:
                b.emit("remember", attribute=access)

            b.define("remember", (), "none", remember)
        if b.turn.has("hit"):

            def threatened(kind: Int) -> Bool:
                return b.threats.on(kind, None, None)

            b.define("threatened", ("int",), "bool", threatened)

    def _fit_fields(self) -> None:
        """Make fields as long as the game of a match that needs them longest has them."""
        b = self.b
        for place in range(len(self.games)):
            with b.settings.of(place):
                for part, field in b.fields.items():
                    entries = b.entries(part)
                    if entries is not None:
                        field.length = max(field.length or 0, entries)

    # Random play

    def _pick(self, generate: Function, forced: Template) -> Function:
        """A uniformly random legal move; the pass of a player who has none.

        A move that turns out illegal is taken out and another is picked: still uniform.
        """
        b = self.b
        allowed = next(one for one in b.functions if one.name == "allowed")
        repeats = any(one.repetition for one in self.games)
        always = (
            not repeats
            and not any(one.no_suicide for one in self.games)
            and not any(one.guard for one in b.moves.templates)
        )

        def body() -> Value:
            b.call(generate)
            kept = self._keeps_order()
            if kept:
                b.emit("arrange")
            chosen = b.local("chosen", Move(constant=forced.number))

            def once(_: Int) -> None:
                b.leave_if(b.equal(b.number("move_count"), b.zero))
                number = b.draw(b.number("move_count"))
                move = b.emit("move_at" if always and not kept else "take", number)
                legal = b.true if always else b.call_bool(allowed, move)

                def chose() -> None:
                    b.set(chosen, move)
                    b.leave()

                b.if_(legal, chose)

            b.loop(b.int(1 << 20), once, most=1 << 20)
            return b.get(chosen)

        return b.define("pick", (), "move", body)

    def _keeps_order(self) -> bool:
        """Whether random games number placements by an order that is kept from ply to ply.

        To find the k-th site of a set that fills several words takes longer than to make the move.
        On small boards the set itself is as quick, and the list would have to be carried along.
        Where moves are measured, some are taken out of the list before the order is that of now.
        """
        templates = self.b.moves.templates
        placing = [one for one in templates if one.shape == "placing"]
        if self.b.site_count <= WORD or any(one.shape == "moving" for one in templates):
            return False
        made = self.b.turn.entry("choices").body
        if any(step.name == "longest" for step in walk(made)):
            return False
        alone = _made_once(made)
        return bool(placing) and all(alone.get(one) == 1 for one in placing)

    def _playout(self, pick: Function, apply: Function) -> None:
        """Uniformly random legal moves to the end."""
        b = self.b

        def ply(_: Int) -> None:
            b.leave_if(b.negate(b.turn.undecided()))
            b.call(apply, b.call(pick))

        b.define("playout", (), "none", lambda: b.loop(b.int(MOST_MOVES), ply, most=MOST_MOVES))

    def _drop_notes(self) -> None:
        """Moves are told apart by their pieces only where there are several pieces to choose."""
        placing = [one for one in self.b.moves.templates if one.shape == "placing"]
        if len({one.note for one in placing}) == 1:
            for template in placing:
                template.note = ""

    def _never_left(self) -> None:
        """Warn of phases that nothing leads to."""
        reached = set[int]()
        for game in self.games:
            reached |= {game.first_phase(player) for player in range(1, self.b.players.count + 1)}
            for number in game.numbers:
                reached |= {game.target(way, number) for way in self.phases[number].following}
        for number, phase in enumerate(self.phases):
            if number not in reached:
                message = f'no rule leads to the phase "{phase.name}"'
                self.b.warnings.append(
                    Problem(message, phase.span, None, warning=True, code="unreachable-phase")
                )


def _made_once(block: Block) -> Counter[Template]:
    """How often moves of each template are made; in loops often."""
    found: Counter[Template] = Counter()
    for step in block:
        if step.name == "move":
            found[cast(Template, step.attribute)] += 1
        inner = [*step.blocks]
        if isinstance(step.attribute, Callee):
            inner.append(step.attribute.function.body)
        times = 2 if step.name in ("each", "loop") else 1
        for one in inner:
            for template, count in _made_once(one).items():
                found[template] += times * count
    return found
