"""Lays the selected vectors out in order: under which setting, by which method, and which need no engine at all."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, product
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.judge.case import Frame, ScheduledVector, is_malformed
from ludex.judge.promised import kept_promises, outcome_outside, tells_apart, values_unlisted
from ludex.judge.verdict import NOT_OFFERED, SKIPPED, UNSUPPORTED, Judgement
from ludex.protocol.messages import GameOffer
from ludex.protocol.schema import wire_of
from ludex.runner.playing import NEEDS, player_for
from ludex.runner.run import Run
from ludex.vectors.format import Topic, Vector
from ludex.vectors.images import Asked, Images, names_of, ready
from ludex.vectors.parts import LEGAL, Lists, is_of_part
from ludex.vectors.promises import WHOLE_TURNS
from ludex.vectors.selection import Selection, choose
from ludex.vectors.sides import LISTED, SIDES
from ludex.vectors.suite import TopicName

Chosen = dict[TopicName, list[Asked]]
OF_OTHER_PART = Judgement(NOT_OFFERED, message="an action that is not of the part that the hello lists")
SKIP = Judgement(SKIPPED, message="by --skip")


class Schedule:
    """The order of a run. A broken file is told of where it is met, and the files after it are still accounted for."""

    def __init__(self, run: Run, at_fault: Callable[[Fault], None]) -> None:
        self.run = run
        self.suite = run.suite
        self.wire = wire_of(run.order.game)
        self.chosen: Chosen | None = None
        self.images = Images()
        self._at_fault = at_fault
        self._skip: frozenset[int] = frozenset()
        self._unfinished: frozenset[int] = frozenset()

    def select(self, editions: Sequence[str]) -> None:
        """Reads all files where a selection asks for it, else just the first (while the engine starts)."""
        order = self.run.order
        if order.selection.everything:
            with contextlib.suppress(Fault):  # it is told of when it is laid out
                next(self.suite.topics(editions[0]), None)
        else:
            self.chosen = choose(self.suite, editions, order.selection, self.images)
        self._skip = self._matching(editions, order.skip)
        self._unfinished = self._matching(editions, order.unfinished)
        if self._skip and all(id(vector) in self._skip for vector in self._selected_vectors(editions)):
            raise Fault("--skip leaves no vector to judge", "Leave out less with --skip, or choose more with --select.")

    def _selected_vectors(self, editions: Sequence[str]) -> Iterator[Asked]:
        if self.chosen is not None:
            yield from chain.from_iterable(self.chosen.values())
            return
        for edition in editions:
            for name in self.run.order.selection.topics_of(self.suite, edition):
                yield from self._whole(self.suite.topic(name))

    def _whole(self, topic: Topic) -> Iterator[Asked]:
        """All vectors of a topic, each followed by its images where they are wanted."""
        for vector in topic.vectors:
            yield vector
            if self.run.order.selection.images and topic.topic not in SIDES:
                yield from self.images.of(vector, topic)

    def _matching(self, editions: Sequence[str], patterns: tuple[str, ...]) -> frozenset[int]:
        """The vectors that match patterns, by identity: each file is read once."""
        if not patterns:
            return frozenset()
        ordered = self.run.order.selection
        selection = Selection(patterns, images=ordered.images, sides=ordered.sides)
        chosen = choose(self.suite, editions, selection, self.images)
        return frozenset(id(vector) for vectors in chosen.values() for vector in vectors)

    def at_most(self) -> int:
        """How many vectors may run: some may not hold, or not be offered."""
        return sum(self._at_most(setting.edition) for setting in self.run.settings)

    def _at_most(self, edition: str) -> int:
        selection = self.run.order.selection
        if self.chosen is not None:
            return sum(len(self.chosen.get(name, ())) for name in selection.topics_of(self.suite, edition))
        images = len(names_of(self.suite.game)) if selection.images else 0
        stored = sum(map(self.suite.count, self.suite.names_of(edition))) * (1 + images)
        return stored + (sum(map(self.suite.count, self.suite.sides_of(edition))) if selection.sides else 0)

    def cases(self, offer: GameOffer) -> Iterator[ScheduledVector]:
        """The cases in order, malformed input last; those that need no engine are settled on the way."""
        if not self.run.order.require_all:
            self.run.promised = kept_promises(offer, self.suite)
            self.run.lists = self._known_lists(offer)
        for malformed, (number, setting) in product((False, True), list(enumerate(self.run.settings))):
            for topic, vectors in self._topics(setting.edition):
                known, player = self._beforehand(topic.operation, number, offer)
                tells = tells_apart(offer, self.run.promised)
                frame = Frame(
                    topic, setting, number, self.wire, tells, self.run.order.anonymous, player, self.run.lists
                )
                of_them = (vector for vector in vectors if is_malformed(vector) == malformed)
                yield from _together(self._lay(frame, of_them, known), topic)

    def _known_lists(self, offer: GameOffer) -> Lists:
        """The part that the engine lists; a value that no list has would make it seem to list rightly what it does not
        list at all."""
        editions = [*dict.fromkeys(setting.edition for setting in self.run.settings)]
        try:
            unlisted = values_unlisted(offer, self.suite, editions)
        except Fault:  # it is told of when the file is laid out
            unlisted = set()
        for name, value in sorted(unlisted, key=str):
            self.run.note(f"the hello lists actions by a value that no list has: {name} {value}")
        return {name: [one for one in values if (name, one) not in unlisted] for name, values in offer.lists.items()}

    def _topics(self, edition: str) -> Iterator[tuple[Topic, Iterable[Asked]]]:
        for name in self.run.order.selection.topics_of(self.suite, edition):
            if self.chosen is not None and name not in self.chosen:
                continue
            try:
                topic = self.suite.topic(name)
            except Fault as fault:
                self._at_fault(fault)
                continue
            yield topic, self._whole(topic) if self.chosen is None else self.chosen[name]

    def _lay(self, frame: Frame, vectors: Iterable[Asked], known: Judgement | None) -> Iterator[ScheduledVector]:
        run, choices, skip, unfinished = self.run, frame.choices, self._skip, self._unfinished
        run.open(frame)
        for vector in vectors:
            if vector.holds and not vector.holds_under(choices):
                continue
            outcome = SKIP if id(vector) in skip else known or self._outcome_outside(vector, frame)
            place = run.lay(vector, outcome)
            self._account(vector, frame.topic)
            if id(vector) in unfinished:
                run.unfinished.add(place)
            if outcome is None:
                yield self.make_case(place, ready(vector), frame)

    def _outcome_outside(self, vector: Asked, frame: Frame) -> Judgement | None:
        """The outcome of what the engine is not for; None where it is asked."""
        if frame.lists and frame.topic.topic == LISTED:
            (side,) = msgspec.json.decode(vector.expect).values()
            if not any(is_of_part(action, frame.lists, frame.topic.game) for action in side):
                return OF_OTHER_PART
        return outcome_outside(self.run.promised, vector.outside)

    def _account(self, vector: Asked, topic: Topic) -> None:
        """Counts a vector that has no image, where images are wanted."""
        if self.run.order.selection.images and isinstance(vector, Vector) and topic.topic not in SIDES:
            why = self.images.why_none(vector, topic)
            self.run.imageless.update([why] if why else [])

    def make_case(self, place: int, vector: Vector, frame: Frame) -> ScheduledVector:
        return ScheduledVector(place, vector, frame)

    def _beforehand(self, operation: str, setting: int, offer: GameOffer) -> tuple[Judgement | None, Any]:
        """The outcome that is known without asking, if any; else how the runner plays the operation, if it must."""
        undeclared = self.run.settings[setting].undeclared
        if undeclared:
            return Judgement(UNSUPPORTED, message=undeclared), None
        lists = self.run.lists
        if operation == LEGAL and not all(lists.values()):
            return Judgement(NOT_OFFERED, message="no action is of the part that the hello lists"), None
        if operation in offer.methods:
            return None, None
        player = player_for(operation, self.run.order.game, offer.methods, WHOLE_TURNS in self.run.promised)
        if player is not None and lists and LEGAL in NEEDS[operation]:
            return Judgement(NOT_OFFERED, message=f"to play `{operation}` needs whole lists"), None
        if player is not None:
            return None, player
        return Judgement(NOT_OFFERED, message=f"the hello does not offer `{operation}`"), None

    def nothing_holds(self) -> Fault:
        """What to say when no selected vector speaks of the editions and readings that would run."""
        vectors = [vector for vectors in (self.chosen or {}).values() for vector in vectors if vector.holds]
        hint = "Choose an edition or a reading under which they hold"
        if vectors:
            first = vectors[0].holds[0]
            hint += ", for example " + " ".join(f"--reading {entry}={first[entry][0]}" for entry in sorted(first))
        said = "none of the selected vectors speaks of the editions and readings that would run"
        return Fault(said, hint + ".")


def _together(cases: Iterable[ScheduledVector], topic: Topic) -> Iterator[ScheduledVector]:
    """Cases that ask for the same list, one after another, as one request."""
    if topic.topic != LISTED:
        yield from cases
        return
    for _, alike in groupby(cases, lambda case: bytes(case.vector.input)):
        first, *rest = alike
        first.riders = tuple(rest)
        yield first
