"""Draws questions: games played at random, what vectors ask, positions near those of either, and images of them all.

Each question hangs on the seed, the vectors and what the engine declares; never on what the engine answers. So the same
seed asks the same.
"""

from __future__ import annotations

import contextlib
import copy
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from ludex.fuzz import trees
from ludex.fuzz.asking import Answered, Asker, FuzzQuestion
from ludex.fuzz.corpus import Corpus
from ludex.fuzz.positions import Positions
from ludex.judge.settings import Setting
from ludex.judge.weigh import in_force
from ludex.mutation.playing import twist
from ludex.seam import reference_of
from ludex.suites.spoiling import slips_of_request
from ludex.support import NoImage, support_of
from ludex.vectors.images import names_of
from ludex.vectors.promises import WELL_FORMED

LEGAL, APPLY, PERFT = "legal", "apply", "perft"
MAX_PLIES = 12
ACTIONS_TRIED = 4  # of the list of a position
MISSES_TRIED = 3  # near an action
SLIPS_TRIED = 6  # of a request
USUAL_SHARE = 0.5  # of the questions under the first setting; the others have the rest
BIG_NUMBER = 256  # a number from here on holds several values, so that bits of it are turned
MOST_ACTIONS_KEPT = 400
SHARE_MET = 0.02  # of the positions in which nothing was new, whose parts are met all the same
Led = tuple[dict[str, Any], Any]  # an action as it was asked, and the position after it
T = TypeVar("T")
Drawing = Generator[Answered, None, T]


class Drawer:
    """Draws questions for one engine without end; unguided, nothing that is new is changed further."""

    def __init__(
        self,
        asker: Asker,
        settings: Sequence[Setting],
        seed: str,
        guided: bool = True,
        kept: Sequence[Answered] = (),
    ) -> None:
        self._asker = asker
        self._suite = asker.framing.suite
        self._settings = settings
        self._guided = guided
        self._dice = Random(seed)
        self._corpus = Corpus(kept)
        self._positions = Positions(asker.game, self._dice)
        self._support = support_of(asker.game)
        self._met: Counter[tuple[str, Any]] = Counter()
        self._actions: list[Any] = []
        self._seen: set[bytes] = set()
        self._topics = [
            name
            for setting in settings
            for name in self._suite.names_of(setting.edition)
            if setting is settings[0] or setting.edition != settings[0].edition
        ]

    def questions(self) -> Iterator[Answered]:
        """Questions with the reference's answers, none of them twice."""
        ways: tuple[Callable[[FuzzQuestion], Iterator[Answered]], ...]
        ways = (
            self._game,
            self._game,
            self._near,
            self._near,
            self._near,
            self._twist_any,
            self._spoil,
            self._image,
            self._as_it_is,
        )
        ways = tuple(one for one in ways if one != self._spoil or WELL_FORMED not in self._asker.framing.promised)
        while True:
            yield from self._dice.choice(ways)(self._base())

    @property
    def signs(self) -> int:
        """How many new things the questions have shown so far."""
        return self._corpus.signs

    @property
    def news(self) -> list[FuzzQuestion]:
        """The questions that showed something new, beyond what was kept before."""
        return self._corpus.news

    # where to begin

    def _base(self) -> FuzzQuestion:
        """What a vector asks, or what was new."""
        found = self._corpus.draw(self._dice) if self._guided and self._dice.random() < 0.6 else None
        setting = self._setting()
        if found is not None:
            return msgspec.structs.replace(found, setting=setting)
        operation, fields = self._of_vector()
        return FuzzQuestion(operation, setting, fields)

    def _setting(self) -> Setting:
        return self._settings[0] if self._dice.random() < USUAL_SHARE else self._dice.choice(self._settings)

    def _of_vector(self) -> tuple[str, dict[str, Any]]:
        """What a vector asks: of each topic as often, whatever its size."""
        while True:
            topic = self._suite.topic(self._dice.choice(self._topics))
            if topic.operation != PERFT and topic.vectors:  # a count asks nothing that lists and actions do not
                return topic.operation, msgspec.json.decode(self._dice.choice(topic.vectors).input)

    def _ask(self, operation: str, setting: Setting, fields: Any) -> tuple[Answered | None, bool]:
        """The question with its answer, or None where nobody is to be asked it; and whether it is asked first now."""
        if not isinstance(fields, dict):  # a request has fields, whatever they hold
            return None, False
        question = FuzzQuestion(operation, setting, fields)
        answered = self._asker.answer(question)
        key = (answered.question if answered else question).key  # of what is asked in the end
        is_first = key not in self._seen
        self._seen.add(key)
        if is_first and answered and (self._corpus.is_new(answered) or self._dice.random() < SHARE_MET):
            self._positions.meet(fields.get("position"))
        return answered, is_first

    def _ask_once(self, operation: str, setting: Setting, fields: Any) -> Iterator[Answered]:
        answered, is_first = self._ask(operation, setting, fields)
        if answered is not None and is_first:
            yield answered

    # the ways

    def _as_it_is(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question itself, which no vector asks under this setting, perhaps."""
        yield from self._ask_once(base.operation, base.setting, base.fields)

    def _twist_any(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question with any value in it changed, so that perhaps nobody can read it."""
        other = self._base()
        fields = copy.deepcopy(base.fields)
        twist(fields, other.fields, self._dice)
        yield from self._ask_once(base.operation, base.setting, fields)

    def _spoil(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question with one value that the wire does not allow there, in a few ways."""
        if base.operation == APPLY and self._dice.random() < 0.7:
            action = self._dice.choice(self._actions) if self._actions else None
            base = msgspec.structs.replace(base, fields={**base.fields, "action": action})
        kinds: dict[str, list[Any]] = {}
        for slip in slips_of_request(self._asker.game, base.operation, base.fields):
            kinds.setdefault(slip.kind, []).append(slip.value)
        for kind in self._dice.sample(list(kinds), min(SLIPS_TRIED, len(kinds))):
            yield from self._ask_once(base.operation, base.setting, self._dice.choice(kinds[kind]))

    def _image(self, base: FuzzQuestion) -> Iterator[Answered]:
        names, symmetries = names_of(self._asker.game), self._support.symmetries
        if not names or symmetries is None:
            return
        try:
            fields = symmetries.question(
                self._dice.choice(names), base.operation, copy.deepcopy(base.fields), base.setting.edition
            )
        except (NoImage, ValueError, LookupError, TypeError):  # of what cannot be read there is none
            return
        yield from self._ask_once(base.operation, base.setting, fields)

    def _near(self, base: FuzzQuestion) -> Iterator[Answered]:
        """The question, and the position, in a position near it; and what can be done there, or nearly."""
        position = self._positions.near(base.fields.get("position"))
        if position is None:
            yield from self._twist_any(base)
            return
        fields = {**base.fields, "position": position}
        yield from self._ask_once(base.operation, base.setting, fields)
        beside = {name: value for name, value in base.fields.items() if name not in ("position", "action", "actions")}
        beside = copy.deepcopy(beside)
        if self._dice.random() < 0.5:
            self._rename(beside, position)
        yield from self._position(base.setting, {"position": position, **(beside if self._dice.random() < 0.8 else {})})

    def _rename(self, beside: dict[str, Any], position: Any) -> None:
        """Puts a text of the position into what stands beside it: into a list, or in the place of a text."""
        names = [part for _, part in trees.nodes(position) if isinstance(part, str)]
        lists = [part for _, part in trees.nodes(beside) if isinstance(part, list)]
        if names and lists:
            held = self._dice.choice(lists)
            name, place = self._dice.choice(names), self._dice.randrange(len(held) + 1)
            held[place : place + self._dice.randrange(2)] = [name]

    def _game(self, base: FuzzQuestion) -> Iterator[Answered]:
        """Some actions from the start or from a position, with the list and with near misses at each."""
        position = base.fields.get("position")
        if position is None or self._dice.random() < 0.15:
            position = self._start(base.setting)
        fields, steps = {"position": position}, list[Any]()
        for _ in range(self._dice.randrange(1, MAX_PLIES)):
            answer = yield from self._position(base.setting, fields, tried=1)
            if answer is None:
                break
            asked, after = answer
            steps.append(asked["action"])
            more = self._carry(fields, asked, after)
            fields = {"position": after, **more}
        yield from self._whole_turns(base.setting, position, steps)

    def _start(self, setting: Setting) -> Any:
        reference = reference_of(self._asker.game)
        return reference.show_position(reference.start(reference.REGISTER.rules(setting.edition, setting.choices)))

    def _carry(self, before: Mapping[str, Any], asked: Mapping[str, Any], after: Any) -> dict[str, Any]:
        try:
            return dict(self._support.replaying.carried(before["position"], asked, after))
        except (ValueError, LookupError, TypeError, AttributeError):  # positions of vectors may be anything
            return {}

    def _position(self, setting: Setting, fields: Mapping[str, Any], tried: int = ACTIONS_TRIED) -> Drawing[Led | None]:
        """The list of a position, some of its actions, and what is nearly one; gives an action that applied, as it was
        asked, and where it led."""
        legal, is_first = self._ask(LEGAL, setting, fields)
        if legal is None:
            return None
        if is_first:
            yield legal
        led = None
        for action in self._rare(actions_in(legal), tried):
            asked = {**fields, "action": action}
            applied, is_first = self._ask(APPLY, setting, asked)
            if applied is not None and is_first:
                yield applied
            if applied is not None and "position" in applied.answer:
                led = asked, applied.answer["position"]
            for miss in self._misses(action):
                yield from self._ask_once(self._alike(APPLY), setting, {**fields, "action": miss})
        return led

    def _alike(self, operation: str) -> str:
        """An operation, or sometimes another one that is offered and asked with the same fields."""
        stated = self._asker.framing.wire.operations
        needs = {name: {*(one.get("input") or {}).get("required", ())} for name, one in stated.items()}
        others = [
            name for name in needs if needs[name] == needs.get(operation) and self._asker.framing.is_offered(name)
        ]
        return self._dice.choice(others) if others and self._dice.random() < 0.3 else operation

    def _rare(self, actions: Sequence[Any], many: int) -> list[Any]:
        """Some actions: half of the time of those whose rarest mark was met least."""
        many = min(many, len(actions))
        if self._dice.random() < 0.5:
            return self._dice.sample(actions, many)
        marks = {number: [*self._support.parts.facts(action).items()] for number, action in enumerate(actions)}
        least = {number: min((self._met[mark] for mark in some), default=0) for number, some in marks.items()}
        chosen = sorted(marks, key=lambda number: (least[number], self._dice.random()))[:many]
        self._met.update(mark for number in chosen for mark in marks[number])
        return [actions[number] for number in chosen]

    def _misses(self, action: Any) -> Iterator[Any]:
        """Actions that are nearly this one, and one that was met elsewhere."""
        self._actions.append(action)
        if len(self._actions) > MOST_ACTIONS_KEPT:
            del self._actions[: MOST_ACTIONS_KEPT // 2]
        yield self._dice.choice(self._actions)
        for _ in range(self._dice.randrange(MISSES_TRIED)):
            holder = {"action": copy.deepcopy(action)}
            if type(action) is int and action >= BIG_NUMBER:
                holder["action"] = action ^ (1 << self._dice.randrange(action.bit_length()))
            else:
                twist(holder, {"action": self._dice.choice(self._actions)}, self._dice)
            yield holder["action"]

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
