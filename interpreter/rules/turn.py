"""The turn: from the rules of a game to the functions that start it, move, and end it.

The functions are `start` (the first position), `generate` (offers the moves of the mover, some
of them still to be looked at), `allowed` (whether an offered move is legal), `apply` (a whole
move: actions, consequences, end rules, phases, next mover), and `playout` (random moves to the
end). They are the same for every game; only what the rules say is lowered into them.

Source: Ludii 1.3.10 Core/src/game/Game.java, other/trial/Trial.java.
"""

from __future__ import annotations

from functools import partial

from interpreter.ir import schema
from interpreter.ir.program import Access, Function, Program, Template, walk
from interpreter.ir.values import Bool, Int, Move
from interpreter.language.parts import GameRules
from interpreter.rules.ahead import Ahead
from interpreter.rules.builder import Builder
from interpreter.rules.ending import Ending
from interpreter.rules.joint import Joint
from interpreter.rules.match import NEXT_GAME, MatchTurn
from interpreter.rules.outcome import Outcome
from interpreter.rules.parts.course import Remembered
from interpreter.rules.parts.puzzle import SATISFIED, SOLVED, Told
from interpreter.rules.phases import Phases
from interpreter.rules.played import FORCED, Choosing, Played
from interpreter.rules.random_play import RandomPlay


class Turn:
    """Writes the functions of a game whose board and pieces the builder knows."""

    def __init__(self, b: Builder, game: GameRules) -> None:
        self.b, self.game = b, game
        self.games: list[Played] = []
        for one in game.games:
            self.games.append(Played(one.rules, sum(len(each.phases) for each in self.games)))
        self.choosing = Choosing(b, self.games)
        self.phases = Phases(b, self.games)
        outcome = Outcome(b)
        Ending(b, self.choosing, outcome)
        Ahead(b, self.choosing, self._play, self._offered)
        self._match = None
        if game.match is not None:
            self._match = MatchTurn(b, game.match, outcome, self.choosing.by_game)
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
            "guarded": self._guarded,
            SATISFIED: partial(self._constraints, SATISFIED, Told.SETTLED),
            SOLVED: partial(self._constraints, SOLVED, Told.ALL),
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

    def _measure(self, generate: Function, choices: Function) -> None:
        """Write what measures turns, where anything that is written by now asks for it."""
        b, measures = self.b, dict[str, None]()
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

    def program(self) -> Program:
        """All functions of the game."""
        b = self.b
        # The ways out of phases first: an end rule depends on whether any rule asks about passes.
        leaving = self.phases.write()
        generate = b.turn.entry("generate")
        choices = b.turn.entry("choices")
        self._measure(generate, choices)
        forced = self._forced_pass()
        perform = self._perform()
        self._allowed(perform)
        end = b.turn.entry("end")
        self._measure(generate, choices)
        # After all rules that may ask whether a position was there before.
        self._start()
        following = self._match.following() if self._match else None
        apply = self._apply(perform, end, self._proceed(leaving), following)
        at_random = RandomPlay(b, self.games)
        at_random.playout(at_random.pick(generate, forced), apply)
        self._looked_at()
        b.turn.refuse_circles()
        self.phases.warn()
        self._drop_notes()
        if self._match:
            self._match.write_reset()
        # What comes after the rules, such as hints for pictures, adds to the builder's lists alone.
        fields = list(b.fields.values())
        owners = (0, *(kind.owner for kind in b.box.kinds))
        phases = [phase.name for one in self.games for phase in one.phases]
        if self.games[1:]:
            self._fit_fields()
        return Program(
            self.game.name, b.site_count, fields, [*b.functions], b.moves.templates, owners=owners,
            dice=b.dice.faces, timed=b.turn.timed, phases=tuple(phases) if phases[1:] else (),
            puzzle=b.puzzle.model, forbids=any(one.no_suicide for one in self.games),
            beside=b.hands.beside,
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
        owners = (0, *(kind.owner for kind in b.box.kinds))
        return Program(
            self.game.name, b.site_count, fields, [*b.functions], b.moves.templates, owners=owners,
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
            self.choosing.by_game(lambda number: self._first_phases(self.games[number]))
            if b.players.teamed:
                for player in b.players.all():
                    b.players.join_team(player, player)
            b.write(b.part(schema.PLACED), b.board.everywhere, b.zero)
            b.turn.renew_chance()
            b.puzzle.begin()
            if b.dice.count:
                b.dice.lay()
            with b.turn.starting():
                self.choosing.by_game(lambda number: self.games[number].start())
            for piece in map(b.int, (one.number for one in b.box.kinds)):
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
        # A turn counts as passed if it begins with a pass and has at most one more move: what is
        # done in the same turn after a pass changes nothing, as a recorded game (Throngs) has it.
        before = b.read_int(b.part(schema.PASSES))
        passes = b.add(before, b.one) if passing else b.zero
        if passing and any(one.swap for one in self.games):
            # The swap counts as the beginning of the turn that follows it, of the same player.
            just = b.equal(b.turn.moves(), b.int(b.players.count + 1))
            swapped = b.equal(b.read_int(b.part(schema.SWAPPED)), b.one)
            passes = b.pick(b.both(just, swapped), b.zero, passes)
        if b.keeps("replays"):
            earlier = b.turn.turn_moves()
            later = b.pick(b.equal(earlier, b.one), before, b.zero)
            passes = b.pick(b.equal(earlier, b.zero), passes, later)
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
                b.questions.choices(either)

        return b.define("choices", (), "none", body, b.turn.declared["choices"])

    def _offered(self) -> None:
        """The moves of the mover, and the swap; where nobody plays, a step of the rules."""
        b = self.b
        if b.players.simulated:
            # All effects of the rules are one move, to the first site that they touch.
            touched = b.first(b.questions.targets(self._play))
            b.moves.move("Step", None, b.single(touched), lambda _, __: b.effects.apply(self._play))
            return
        self._play()
        if any(one.swap for one in self.games) and b.players.count > 1:
            first = b.equal(b.turn.moves(), b.int(b.players.count - 1))
            other = b.differ(b.players.previous(), b.players.mover())
            asked = self.choosing.where(lambda one: one.swap)
            b.if_(b.both(b.both(first, other), asked), self._offer_swap)

    def _play(self) -> None:
        """The moves of the mover's present phase."""
        chooser = self.b.players.chooser()

        def of(number: int) -> None:
            game = self.games[number]
            self.choosing.by_phase(
                game.numbers, lambda phase: game.phase(phase).play.moves(), chooser
            )

        self.choosing.by_game(of)

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

    def _perform(self) -> Function:
        """A move's actions and consequences."""
        b = self.b

        def body(move: Move) -> None:
            b.ballot.forget_decision()
            self.choosing.on_template(
                move, lambda template, numbers: b.call(template.act, *numbers)
            )
            if any(one.automove for one in self.games):
                asked = self.choosing.where(lambda one: one.automove)
                b.if_(asked, lambda: b.effects.make_forced(self._play, b.board.size))
            if b.handling.clears:
                b.handling.clear_marked()
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

            self.choosing.on_template(move, case)
            return b.get_bool(answer)

        return b.define("guarded", ("move",), "bool", body)

    def _allowed(self, perform: Function) -> None:
        """Whether an offered move is legal: its own conditions, and no repetition."""
        b = self.b
        guarded = b.turn.entry("guarded")

        def body(move: Move) -> Bool:
            conditions = [lambda: b.call_bool(guarded, move)]
            if any(one.repetition for one in self.games):
                free = b.negate(self.choosing.where(lambda one: one.repetition))
                again = lambda: b.negate(self._repeats(perform, move))  # noqa: E731
                conditions.append(lambda: b.any_of([lambda: free, again]))
            if any(one.no_suicide for one in self.games):
                may = b.negate(self.choosing.where(lambda one: one.no_suicide))
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

    def _constraints(self, name: str, told: Told) -> Function:
        """Whether all constraints of a puzzle hold."""
        return self.b.define(name, (), "bool", lambda: self.b.puzzle.ask(told))

    # The end

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
            lambda number, body: self.choosing.switch(
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
        return b.both(swapped, self.choosing.where(lambda one: one.swap))

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

    def _drop_notes(self) -> None:
        """Moves are told apart by their pieces only where there are several pieces to choose."""
        placing = [one for one in self.b.moves.templates if one.shape == "placing"]
        if len({one.note for one in placing}) == 1:
            for template in placing:
                template.note = ""
