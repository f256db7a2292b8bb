"""Draws questions: games played at random, what vectors ask, positions near those of either, and images of them all.

Each question hangs on the seed, the vectors and what the engine declares; never on what the engine answers. So the same
seed asks the same.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from ludex.fuzz.asking import Answered, Asker, FuzzQuestion
from ludex.fuzz.corpus import WHOLE_LISTS, Corpus, Decision, shape_of
from ludex.fuzz.misses import NearMisses
from ludex.fuzz.positions import Positions, spelt_apart
from ludex.fuzz.seeds import VectorSeed, editions_of, seeds_of
from ludex.generate.promises import UNREADABLE
from ludex.judge.settings import Setting
from ludex.judge.weigh import in_force
from ludex.mutation.playing import twist
from ludex.seam import reference_of
from ludex.suites.spoiling import draw_slip
from ludex.support import NoImage, support_of
from ludex.vectors.format import Vector
from ludex.vectors.images import names_of
from ludex.vectors.promises import WELL_FORMED

LEGAL, APPLY = "legal", "apply"
ILLEGAL = "illegal"
MAX_PLIES = 12
ACTIONS_TRIED = 4  # of the list of a position
SHARE_ANY, SHARE_OF_KINDS, SHARE_FAR = 0.25, 0.25, 0.15  # of the draws from a list; the rest: what was met least
ACTIONS_LOOKED_AT = 16  # of a list, for their marks
MISSES_TRIED = 3  # near an action
NEAR_TRIED = 3  # positions near another
TWISTS_TRIED = 1  # of a question
OTHERS_BESIDE, BESIDE_TRIED = 3, 24  # questions of its operation, and near misses, of one that has no position
SLIPS_TRIED = 4  # of a request
RENAMED = 2  # times, what holds more than a position and an action
SETTINGS_TRIED = 20
SHARE_FLIPPED = 0.5  # of what is refused by a clause that a reading bears on
USUAL_SHARE = 0.5  # of the questions under the first setting; the others have the rest
SHARE_TELLING = 0.5  # of these, under readings by which most of an answer counts
SHARE_AS_HELD = 0.6  # of the vectors that are of some readings alone, under such
SHARE_BARRED, BARRED_TRIED = 0.5, 3  # of the actions that applied and go far: again, with something in their way
MOST_ACTIONS_KEPT = 400
SHARE_MET = 0.01  # of the positions in which nothing was new, whose parts are met all the same
SHARE_MET_BLINDLY = 0.08
SHARE_TRACED = (
    0.1  # of the questions but lists, of which it is noted how the reference decides; and all with a new outcome
)
SHARE_LEFT = 0.8  # of the positions of which no list is asked
FEW_UNREAD, SHARE_UNREAD = 10, 0.005  # of the questions that nobody can read for one reason
PATIENCE, GAME_PATIENCE = 5, 24  # questions that one other is good for, if guided
MORE_IF_NEW = 4  # more, for each that shows something new
SHARE_BY_FEATURE = 0.15  # of what questions are made of, if guided
SHARE_BY_NEED = 0.8  # of what vectors ask, if guided; of the rest:
SEEDS_LOOKED_AT = 16  # of which the one whose clause has decided least is taken
BEGUN_COUNTS = 3  # as often as a clause has decided, as of few questions it is noted
SHARE_BY_CLAUSE = 0.4  # of what vectors ask
Led = tuple[dict[str, Any], Any, list[Any]]  # an action as it was asked, where it led, and it before what was legal
T = TypeVar("T")
Drawing = Generator[Answered, None, T]
Way = Callable[[FuzzQuestion], Iterator[Answered]]


class Drawer:
    """Draws questions for one engine without end; unguided, nothing is changed further because it was new.

    Beside what is made of each question stands what so many ``vectors`` ask.
    """

    def __init__(
        self,
        asker: Asker,
        settings: Sequence[Setting],
        seed: str,
        guided: bool = True,
        kept: Sequence[Answered] = (),
        vectors: int = 0,
    ) -> None:
        self._asker = asker
        self._vectors = vectors
        self._settings = settings
        self._guided = guided
        self._dice = Random(seed)
        self._corpus = Corpus(kept)
        self._seeds = seeds_of(asker.framing.suite, editions_of(settings))
        self._positions = Positions(asker.game, self._dice)
        self._misses = NearMisses(self._dice)
        self._support = support_of(asker.game)
        self._met: Counter[tuple[str, Any]] = Counter()
        self._actions: list[Any] = []
        self._seen: dict[bytes, Answered | None] = {}
        self._outcomes: set[tuple[Any, ...]] = set()
        self._answered = 0
        self._begun: Counter[Decision] = Counter()
        self._unread: Counter[tuple[Any, ...]] = Counter()
        self._alternatives: dict[str, list[str]] = {}
        self._flipping: dict[str, list[Setting]] = {}  # by entry
        for setting in settings:
            for entry in setting.flipped:
                self._flipping.setdefault(entry, []).append(setting)
        hidden = [asker.framing.wire.not_counted(setting.choices) for setting in settings]
        least = min(hidden, default=0)
        self._telling = [setting for setting, many in zip(settings, hidden, strict=True) if many == least]
        self._bearing: dict[str, list[str]] = {}  # entries, by the clauses that they bear on
        for one in reference_of(asker.game).REGISTER.entries:
            for clause in one.clauses:
                self._bearing.setdefault(clause, []).append(one.id)

    def questions(self) -> Iterator[Answered]:
        """Questions with the reference's answers, none of them twice."""
        ways: tuple[tuple[Way, int], ...] = (
            (self._around, 3),
            (self._near, 5),
            (self._game, 4),
            (self._twist_any, 2),
            (self._image, 2),
            (self._spoil, int(WELL_FORMED not in self._asker.framing.promised)),
        )
        often = [way for way, times in ways for _ in range(times)]
        nearby: list[Way] = [self._around, self._around, self._near, self._near, self._near, self._game]
        while True:
            yield from self._as_it_is()
            kept = self._draw_kept()
            yield from self._while_new(self._dice.choice(nearby if kept else often), kept or self._base())

    def _while_new(self, way: Way, base: FuzzQuestion) -> Iterator[Answered]:
        """What a way makes of a question; if guided, not much more once it shows nothing new."""
        left, met = GAME_PATIENCE if way == self._game else PATIENCE, len(self.news)
        for answered in way(base):
            yield answered
            left += MORE_IF_NEW * (len(self.news) - met) - 1
            met = len(self.news)
            if left <= 0 and self._guided:
                return

    def _as_it_is(self) -> Iterator[Answered]:
        """What some vectors ask, of each topic as many, under readings by which they hold."""
        for _ in range(self._vectors):
            seed = self._seeds.draw(self._dice)
            held = [one for one in self._settings if seed.vector.holds_under(one.choices)] if seed.vector.holds else ()
            setting = self._dice.choice(held) if held else self._setting()
            yield from self._ask_once(seed.operation, setting, seed.fields, is_known=True)

    @property
    def signs(self) -> int:
        """How many new things the questions have shown so far."""
        return self._corpus.signs

    @property
    def news(self) -> list[FuzzQuestion]:
        """The questions that showed something new, beyond what was kept before."""
        return self._corpus.news

    # where to begin

    def _draw_kept(self) -> FuzzQuestion | None:
        """Sometimes, if guided, what shows a feature that is met seldom."""
        if not self._guided or self._dice.random() >= SHARE_BY_FEATURE:
            return None
        found = self._corpus.draw(self._dice)
        if found is None:
            return None
        if self._dice.random() < 0.5:
            return found.question
        return msgspec.structs.replace(found.question, setting=self._setting_about(sorted(found.entries)))

    def _base(self) -> FuzzQuestion:
        """What a vector asks, sometimes of a clause; often under a reading that it hangs on, or what it turns on."""
        if self._guided and self._dice.random() < SHARE_BY_NEED:
            clause, seed = self._draw_by_need()
        elif self._dice.random() < SHARE_BY_CLAUSE:
            clause, seed = self._seeds.draw_by_clause(self._dice)
        else:
            seed = self._seeds.draw(self._dice)
            clause = self._dice.choice(seed.vector.clauses or [""])
        entries = [*self._bearing.get(clause, ()), *(entry for one in seed.vector.holds for entry in one)]
        setting = self._setting_of(seed.vector) or self._setting_about(entries)
        return FuzzQuestion(seed.operation, self._setting_with(seed.operation, seed.fields, setting), seed.fields)

    def _draw_by_need(self) -> tuple[str, VectorSeed]:
        """Of some vectors, each with a clause that it turns on: the one whose clause has decided least so far."""
        some = [self._seeds.draw_by_clause(self._dice) for _ in range(SEEDS_LOOKED_AT)]
        decisions = [Decision(seed.operation, clause, seed.refusal) for clause, seed in some]
        least = min(decisions, key=lambda one: self._corpus.decided[one] + BEGUN_COUNTS * self._begun[one])
        self._begun[least] += 1
        return some[decisions.index(least)]

    def _setting_with(self, operation: str, fields: dict[str, Any], setting: Setting) -> Setting:
        """The setting, or sometimes, where it leaves out a field that is there, another one that does not."""
        left_out = fields.keys() & self._asker.useless(operation, setting)
        if not left_out or self._dice.random() < USUAL_SHARE:
            return setting
        for other in self._dice.sample(self._settings, min(SETTINGS_TRIED, len(self._settings))):
            if left_out.isdisjoint(self._asker.useless(operation, other)):
                return other
        return setting

    def _setting_of(self, vector: Vector) -> Setting | None:
        """Mostly, where a vector is of some readings alone, a setting that has them."""
        if not vector.holds or self._dice.random() >= SHARE_AS_HELD:
            return None
        held = [setting for setting in self._settings if vector.holds_under(setting.choices)]
        return self._dice.choice(held) if held else None

    def _setting(self) -> Setting:
        if self._dice.random() < USUAL_SHARE:
            return self._settings[0]
        return self._dice.choice(self._telling if self._dice.random() < SHARE_TELLING else self._settings)

    def _setting_about(self, entries: Sequence[str]) -> Setting:
        """One with another reading of one of these entries, or any."""
        if not entries or self._dice.random() < USUAL_SHARE:
            return self._setting()
        return self._dice.choice(self._flipping.get(self._dice.choice(entries)) or self._settings)

    def _ask(
        self, operation: str, setting: Setting, fields: Any, is_known: bool = False
    ) -> tuple[Answered | None, bool]:
        """The question with its answer, or None where nobody is to be asked it; and whether it is asked first now."""
        if not isinstance(fields, dict):  # a request has fields, whatever they hold
            return None, False
        is_traced = operation not in WHOLE_LISTS and self._dice.random() < SHARE_TRACED
        asked = self._asker.what_is_sent(FuzzQuestion(operation, setting, fields), is_known)
        if asked is None:
            return None, False
        key = self._asker.key(asked)  # of what is asked in the end
        if key in self._seen:
            return self._seen[key], False
        answered = self._asker.answer_sent(asked, is_traced)
        if answered is not None and self._is_told_enough(answered):
            answered = None
        self._seen[key] = answered and self._look(answered)
        return self._seen[key], answered is not None

    def _is_told_enough(self, answered: Answered) -> bool:
        """Whether of many questions so far nobody could read it for just that reason: most near misses are such."""
        self._answered += 1
        kind, *clauses = answered.outcome
        if kind != UNREADABLE:
            return False
        reason = (answered.question.operation, *clauses)
        if self._unread[reason] >= FEW_UNREAD + SHARE_UNREAD * self._answered:
            return True
        self._unread[reason] += 1
        return False

    def _look(self, answered: Answered) -> Answered:
        """Takes in what a question shows; a new outcome is looked at closely."""
        outcome = (answered.question.operation, *answered.outcome, shape_of(answered))
        if outcome not in self._outcomes:
            self._outcomes.add(outcome)
            answered = self._asker.trace(answered)
        is_new = bool(answered.clauses) and self._corpus.is_new(answered)
        if (is_new and self._guided) or self._dice.random() < (SHARE_MET if self._guided else SHARE_MET_BLINDLY):
            self._positions.meet(answered.question.fields.get("position"))
        return answered

    def _ask_once(self, operation: str, setting: Setting, fields: Any, is_known: bool = False) -> Iterator[Answered]:
        answered, is_first = self._ask(operation, setting, fields, is_known)
        if answered is not None and is_first:
            yield answered
            yield from self._ask_otherwise(answered)

    def _ask_otherwise(self, answered: Answered) -> Iterator[Answered]:
        """What is refused by a clause that a reading bears on, under another reading: the clauses behind it decide."""
        kind, *clauses = answered.outcome
        entries = [entry for clause in clauses for entry in self._bearing.get(clause, ()) if entry in self._flipping]
        if kind != ILLEGAL or not entries or self._dice.random() >= SHARE_FLIPPED:
            return
        setting = self._dice.choice(self._flipping[self._dice.choice(entries)])
        other, is_first = self._ask(answered.question.operation, setting, answered.question.fields)
        if other is not None and is_first:
            yield other

    # the ways

    def _around(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question, and what else can be done in its position, or nearly."""
        if "position" not in base.fields:
            yield from self._ask_once(base.operation, base.setting, base.fields)
            yield from self._beside(base)
            return
        beside = {name: value for name, value in base.fields.items() if name not in ("action", "actions")}
        legal, is_first = self._ask(LEGAL, base.setting, beside)
        if legal is not None and is_first:
            yield legal
        if legal is None and self._dice.random() < SHARE_LEFT and self._asker.framing.is_offered(LEGAL):
            return  # most likely nobody can read the position
        yield from self._ask_once(base.operation, base.setting, base.fields)
        yield from self._position(base.setting, beside, base.fields.get("action"))
        yield from self._rename(base)

    def _rename(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question with other names in what it holds beside a position and an action."""
        named = {name: value for name, value in base.fields.items() if name not in ("position", "action", "actions")}
        for _ in range(RENAMED if named else 0):
            renamed = self._misses.rename(named, base.fields["position"])
            yield from self._ask_once(base.operation, base.setting, {**base.fields, **renamed})

    def _near(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The same in some positions near it."""
        for _ in range(self._dice.randrange(1, NEAR_TRIED + 1)):
            position = self._positions.near(base.fields.get("position"), base.fields.get("action"))
            if position is None:
                yield from self._beside(base)
                return
            fields = {**base.fields, "position": position}
            yield from self._around(msgspec.structs.replace(base, fields=fields))

    def _beside(self, base: FuzzQuestion) -> Iterator[Answered]:
        """What is nearly the question, with parts of others of its operation: as much as is asked of a position."""
        others = [self._seeds.draw_of(self._dice, base.operation).fields for _ in range(OTHERS_BESIDE)]
        for _ in range(self._dice.randrange(1, BESIDE_TRIED + 1)):
            fields = self._misses.draw(base.fields, others, base.fields.get("position"))
            yield from self._ask_once(base.operation, base.setting, fields)
        yield from self._twist_any(base)

    def _twist_any(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question with any value in it changed, so that perhaps nobody can read it."""
        other, written = self._seeds.draw(self._dice).fields, msgspec.json.encode(base.fields)
        for _ in range(TWISTS_TRIED):
            fields = msgspec.json.decode(written)
            twist(fields, other, self._dice)
            yield from self._ask_once(base.operation, base.setting, fields)

    def _spoil(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question with one value that the wire does not allow there, in some ways."""
        if base.operation == APPLY and self._dice.random() < 0.7:
            action = self._dice.choice(self._actions) if self._actions else None
            base = msgspec.structs.replace(base, fields={**base.fields, "action": action})
        for _ in range(SLIPS_TRIED):
            yield from self._ask_once(
                base.operation, base.setting, draw_slip(self._dice, self._asker.game, base.operation, base.fields)
            )

    def _image(self, base: FuzzQuestion) -> Iterator[Answered]:
        names, symmetries = names_of(self._asker.game), self._support.symmetries
        if not names or symmetries is None:
            return
        fields = msgspec.json.decode(msgspec.json.encode(base.fields))
        try:
            fields = symmetries.question(self._dice.choice(names), base.operation, fields, base.setting.edition)
        except (NoImage, ValueError, LookupError, TypeError):  # of what cannot be read there is none
            return
        yield from self._ask_once(base.operation, base.setting, fields)

    def _game(self, base: FuzzQuestion) -> Iterator[Answered]:
        """Some actions from the start or from a position, with the list and with near misses at each."""
        position = base.fields.get("position")
        if position is None or self._dice.random() < 0.15:
            position = self._start(base.setting)
        fields, steps, before = {"position": position}, list[Any](), list[Any]()
        for ply in range(self._dice.randrange(1, MAX_PLIES)):
            answer = yield from self._position(base.setting, fields, tried=1, is_known=ply > 0, before=before)
            if answer is None:
                break
            asked, after, before = answer
            steps.append(asked["action"])
            fields = {"position": after, **self._carry(fields, asked, after)}
        yield from self._whole_turns(base.setting, position, steps)

    def _start(self, setting: Setting) -> Any:
        reference = reference_of(self._asker.game)
        return reference.show_position(reference.start(reference.REGISTER.rules(setting.edition, setting.choices)))

    def _carry(self, before: Mapping[str, Any], asked: Mapping[str, Any], after: Any) -> dict[str, Any]:
        try:
            return dict(self._support.replaying.carried(before["position"], asked, after))
        except (ValueError, LookupError, TypeError, AttributeError):  # positions of vectors may be anything
            return {}

    def _position(
        self,
        setting: Setting,
        fields: Mapping[str, Any],
        first: Any = None,
        tried: int = ACTIONS_TRIED,
        is_known: bool = False,
        before: Sequence[Any] = (),
    ) -> Drawing[Led | None]:
        """The list of a position, a first action, some of the list, and what is nearly one of them, or was legal
        before; gives one that applied, as it was asked, where it led, and that action before all of the list."""
        legal, is_first = self._ask(LEGAL, setting, fields, is_known)
        if legal is None:
            return None
        if is_first:
            yield legal
        fields, led = legal.question.fields, None
        actions = actions_in(legal)
        chosen = self._rare(actions, tried)
        for action in chosen if first is None else [first, *chosen]:
            asked = {**fields, "action": action}
            applied, is_first = self._ask(APPLY, setting, asked, is_known=True)
            if applied is not None and is_first:
                yield applied
            if applied is not None and "position" in applied.answer:
                led = asked, applied.answer["position"], [action, *actions]
                yield from self._ask_barred(setting, asked)
            for near in self._near_misses(action, actions, before, fields["position"]):
                yield from self._ask_once(self._alike(APPLY), setting, {**fields, "action": near}, is_known=True)
        return led

    def _ask_barred(self, setting: Setting, asked: Mapping[str, Any]) -> Iterator[Answered]:
        """Sometimes, an action that applied with something in its way."""
        for _ in range(BARRED_TRIED if self._dice.random() < SHARE_BARRED else 0):
            position = self._positions.bar(asked["position"], asked["action"])
            if position is None:
                return
            yield from self._ask_once(APPLY, setting, {**asked, "position": position})

    def _alike(self, operation: str) -> str:
        """An operation, or sometimes another one that is offered and asked with the same fields."""
        if operation not in self._alternatives:
            stated = self._asker.framing.wire.operations
            needs = {name: {*(one.get("input") or {}).get("required", ())} for name, one in stated.items()}
            alike = (name for name in needs if needs[name] == needs.get(operation))
            self._alternatives[operation] = [name for name in alike if self._asker.framing.is_offered(name)]
        others = self._alternatives[operation]
        return self._dice.choice(others) if others and self._dice.random() < 0.3 else operation

    def _rare(self, actions: Sequence[Any], many: int) -> list[Any]:
        """Some actions: of each kind as often, those that go far, or those whose rarest mark was met least."""
        many, how = min(many, len(actions)), self._dice.random()
        if how < SHARE_ANY:
            return self._dice.sample(actions, many)
        if how < SHARE_ANY + SHARE_OF_KINDS:
            return self._of_each_kind(actions, many)
        if how < SHARE_ANY + SHARE_OF_KINDS + SHARE_FAR:
            return self._of_far(actions, many)
        some = self._dice.sample(actions, min(ACTIONS_LOOKED_AT, len(actions)))
        marks = [list(self._support.parts.facts(action).items()) for action in some]
        least = [min((self._met[mark] for mark in of_one), default=0) for of_one in marks]
        chosen = sorted(range(len(some)), key=least.__getitem__)[:many]
        self._met.update(mark for number in chosen for mark in marks[number])
        return [some[number] for number in chosen]

    def _of_far(self, actions: Sequence[Any], many: int) -> list[Any]:
        """Actions that go at least so far, which is drawn, as far as there are such."""
        apart = [spelt_apart(action) for action in actions]
        least = self._dice.randint(0, max(apart, default=0))
        far = [action for action, steps in zip(actions, apart, strict=True) if steps >= least]
        return self._dice.sample(far, min(many, len(far)))

    def _of_each_kind(self, actions: Sequence[Any], many: int) -> list[Any]:
        """Actions that differ in which fields they have, or in one field, which is drawn: each kind as often."""
        marks = [self._support.parts.facts(action) for action in actions]
        names = [*dict.fromkeys(name for of_one in marks for name in of_one)]
        told, kinds = self._dice.choice(names) if names else "", dict[Any, list[Any]]()
        for action, of_one in zip(actions, marks, strict=True):
            fields = tuple(action) if isinstance(action, Mapping) else ()
            kinds.setdefault((fields, of_one.get(told)), []).append(action)
        return [self._dice.choice(kinds[kind]) for kind in self._dice.sample([*kinds], min(many, len(kinds)))]

    def _near_misses(self, action: Any, actions: Sequence[Any], before: Sequence[Any], position: Any) -> Iterator[Any]:
        """Actions that are nearly this one, and sometimes one that was met elsewhere, or was legal an action ago."""
        self._actions.append(action)
        if len(self._actions) > MOST_ACTIONS_KEPT:
            del self._actions[: MOST_ACTIONS_KEPT // 2]
        if self._dice.random() < 0.3:
            yield self._dice.choice(self._actions)
        if before and self._dice.random() < 0.3:
            yield self._misses.go_on(before[0], before)
            yield self._dice.choice(before)
        for _ in range(self._dice.randrange(1, MISSES_TRIED + 1)):
            others = before if before and self._dice.random() < 0.3 else actions or self._actions
            yield self._misses.draw(action, others, position)

    def _whole_turns(self, setting: Setting, position: Any, steps: Sequence[Any]) -> Iterator[Answered]:
        """The turns of a game that was played, each as one action, where the game has such."""
        turns = list[tuple[dict[str, Any], int]]()
        fields = {"position": position}
        with contextlib.suppress(ValueError, LookupError, TypeError):  # the last turn is not ended
            turns.extend(self._support.replaying.whole_turns([{"action": action} for action in steps]) or ())
        for turn, _ in turns:
            asked = {**fields, **turn}
            applied, is_first = self._ask(APPLY, setting, asked)
            if applied is not None and is_first:
                yield applied
            if applied is None or "position" not in applied.answer:
                return
            fields = {"position": applied.answer["position"]}


def actions_in(listed: Answered) -> list[Any]:
    """The actions of a list; none of a refusal."""
    actions: list[Any] = in_force(listed.answer, listed.question.setting.choices).get("actions", [])
    return actions
