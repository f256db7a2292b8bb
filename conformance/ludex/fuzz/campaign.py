"""One campaign: draws questions, asks the engine beside the reference, and makes findings of what differs."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.fuzz.asking import Answered, Asker
from ludex.fuzz.causes import FuzzDifference, Why, group_by_cause, why
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.positions import Positions
from ludex.fuzz.shrinking import Shrinker, Shrunk
from ludex.fuzz.talking import FuzzTalk
from ludex.judge.case import ScheduledVector
from ludex.judge.settings import RulesAsked, Setting, settings
from ludex.judge.verdict import BAD, CRASH, EXIT, TIMEOUT, UNSUPPORTED, Judgement
from ludex.protocol.messages import GameOffer, Hello
from ludex.runner.framing import Framing
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.runner.limits import Limits
from ludex.runner.process import Process
from ludex.vectors.suite import Suite, open_suite

QUESTIONS_AT_ONCE = 500  # then the clock is looked at
MOST_LOOKED_INTO = 1000  # differences, each of a kind of its own; the others are counted with their like
MOST_KEPT = 20_000  # differences
MOST_SHRUNK = 60  # findings
ALONE = (CRASH, EXIT)  # what ends an engine: nothing else is to be in flight while it is made smaller
FALLS_OF_SHRINKING = 400
_FIGURES = re.compile(r"\d+")
Watch = Callable[[int, int], None]


class FuzzOrder(Struct, frozen=True):
    """What is to be fuzzed, and for how long; unguided, nothing that is new is changed further."""

    game: str
    command: tuple[str, ...]
    questions: int = 0
    seconds: float = 0.0
    seed: str = "0"
    limits: Limits = Limits()
    guided: bool = True
    root: Path | None = None


class Token(Struct, frozen=True):
    """Names a question of a campaign, and everything that it hangs on."""

    game: str
    seed: str
    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.game}:{self.seed}:{self.number}:{self.digest}"


class FoundCause(Struct, frozen=True):
    """Differences of one cause: how many there are in each direction, and the smallest that shows it."""

    clause: str
    directions: dict[str, int]
    shrunk: Shrunk
    token: Token

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(self.directions.values())


class FuzzAccount(Struct):
    """What came of a campaign."""

    hello: Hello | None = None
    settings: list[Setting] = []
    asked: int = 0
    compared: int = 0
    differing: int = 0
    unsupported: int = 0
    seconds: float = 0.0
    stopped: str = ""
    interrupted: bool = False
    kept_signs: int = 0
    found: list[FoundCause] = []


def read_token(text: str) -> Token:
    """A token as it was told; a Fault says that it is none."""
    game, *rest = text.split(":")
    if len(rest) != 3 or not rest[1].isdecimal():
        raise Fault(f"{text!r} is no token of a finding", "It is told with each finding: GAME:SEED:NUMBER:DIGEST.")
    return Token(game, rest[0], int(rest[1]), rest[2])


class Campaign:
    """Fuzzes one engine."""

    def __init__(self, order: FuzzOrder, heeded: Interruption, watch: Watch | None = None) -> None:
        self.order = order
        self.suite: Suite = open_suite(order.game, order.root)
        self.account = FuzzAccount()
        self._heeded = heeded
        self._watch = watch
        self._passed: Counter[str] = Counter()
        self._differences: list[FuzzDifference] = []
        self._pending: dict[int, Answered] = {}
        self._since = time.monotonic()

    def run(self, token: Token | None = None) -> FuzzAccount:
        """All of it; with a token, up to the question that it names. An interruption ends it with what was found."""
        talk = self._talk(self.order.limits)
        try:
            try:
                hello = self.account.hello = talk.greet()
            except NoHello as fallen:
                self.account.stopped = f"no hello: {fallen.down.message}"
                return self.account
            asker = self._asker(hello)
            if token is not None and token.digest != self._digest(asker):
                raise Fault(
                    f"the token {token} is of other questions",
                    "It holds for the same version of Ludex, its vectors, and an engine that declares the same.",
                )
            self._ask_all(talk, asker, token)
        finally:
            talk.end()
            self.account.seconds = time.monotonic() - self._since
        self.account.stopped = self.account.stopped or talk.stopped
        self.account.differing = max(self.account.differing, len(self._differences))
        self._find(asker)
        return self.account

    def _talk(self, limits: Limits) -> FuzzTalk:
        return FuzzTalk(lambda: Process(self.order.command, limits), limits, self._heeded)

    def _asker(self, hello: Hello) -> Asker:
        offer = hello.games.get(self.order.game)
        if offer is None:
            raise Fault(f"the engine does not declare {self.order.game}", "Choose another game with --game.")
        self.account.settings = declared_settings(self.suite, offer)
        if not self.account.settings:
            raise Fault(f"the engine declares no edition of {self.order.game} that is known here")
        return Asker(Framing(self.suite, offer))

    def _digest(self, asker: Asker) -> str:
        """A hash of all that the questions hang on beside the seed."""
        offer = asker.framing.offer
        told = (where.version(), self.suite.seal, sorted(offer.methods), sorted(asker.framing.promised), offer.lists)
        labels = [setting.label for setting in self.account.settings]
        return sha256(msgspec.json.encode((told, labels, self.order.guided))).hexdigest()[:8]

    # asking

    def _ask_all(self, talk: FuzzTalk, asker: Asker, token: Token | None) -> None:
        drawer = Drawer(asker, self.account.settings, self.order.seed, self.order.guided)
        most = token.number + 1 if token else self.order.questions
        drawn = enumerate(drawer.questions())
        questions = islice(drawn, most) if most else drawn
        try:
            while batch := self._cases(asker, islice(questions, QUESTIONS_AT_ONCE)):
                before = self.account.asked
                talk.put(batch, self._take)
                if self.account.asked == before or talk.stopped or self._is_late():
                    break
        except KeyboardInterrupt:
            self.account.interrupted = True
        self.account.kept_signs = drawer.signs

    def _is_late(self) -> bool:
        return bool(self.order.seconds) and time.monotonic() - self._since > self.order.seconds

    def _cases(self, asker: Asker, questions: Iterator[tuple[int, Answered]]) -> Iterator[ScheduledVector]:
        for number, answered in questions:
            self._pending[number] = answered
            self.account.asked += 1
            yield asker.case(number, answered)

    def _take(self, case: ScheduledVector, outcome: Judgement) -> None:
        answered = self._pending.pop(case.index, None)
        if answered is None:  # a second answer to what was settled
            return
        self.account.compared += 1
        if outcome.verdict in BAD:
            self.account.differing += 1
            if len(self._differences) < MOST_KEPT:
                self._differences.append(FuzzDifference(case.index, answered, outcome))
        elif outcome.verdict == UNSUPPORTED:
            self.account.unsupported += 1
        else:
            self._passed.update(answered.clauses)
        if self._watch is not None:
            self._watch(case.index, self.order.questions)

    # findings

    def _find(self, asker: Asker) -> None:
        """Groups the differences by cause, and shrinks one of each."""
        self._differences.sort(key=lambda one: one.number)
        reasons = self._reasons(asker)
        by_number = {one.number: one for one in self._differences}
        positions = Positions(self.order.game, Random(0))
        digest = self._digest(asker)
        operations = {one.number: one.answered.question.operation for one in self._differences}
        size = Shrinker(asker, self._talk(self.order.limits), positions).size
        for place, (clause, numbers) in enumerate(group_by_cause(reasons, operations, self._passed)):
            token = Token(self.order.game, self.order.seed, min(numbers), digest)
            directions = Counter(reasons[number].direction for number in numbers)
            direction = max(directions, key=lambda one: directions[one])
            alike = [by_number[number] for number in numbers if reasons[number].direction == direction]
            least = min(alike, key=lambda one: size(one.answered.question))
            shrunk = Shrunk(least, reasons[least.number])
            if place < MOST_SHRUNK and not self.account.interrupted:
                shrunk = self._shrink(asker, positions, shrunk, clause)
            self.account.found.append(FoundCause(clause, dict(directions), shrunk, token))

    def _reasons(self, asker: Asker) -> dict[int, Why]:
        """Why each difference is one; what looks alike is looked into once."""
        known: dict[object, Why] = {}
        found: dict[int, Why] = {}
        for one in self._differences:
            told = _FIGURES.sub("#", one.outcome.message)
            answered = one.answered
            like = (answered.question.operation, answered.clauses, answered.outcome, one.outcome.verdict, told)
            if like not in known and len(known) < MOST_LOOKED_INTO:
                known[like] = why(one, asker.case(one.number, answered))
            if like in known:
                found[one.number] = known[like]
        return found

    def _shrink(self, asker: Asker, positions: Positions, shrunk: Shrunk, clause: str) -> Shrunk:
        outcome = shrunk.difference.outcome
        if outcome.cause == TIMEOUT:  # each smaller question would have to be waited for as long
            return shrunk
        window = 1 if outcome.cause in ALONE else self.order.limits.window
        limits = msgspec.structs.replace(self.order.limits, falls=FALLS_OF_SHRINKING, window=window)
        talk = self._talk(limits)
        try:
            talk.greet()
            return Shrinker(asker, talk, positions).shrink(shrunk.difference, shrunk.why.direction, clause)
        except KeyboardInterrupt:
            self.account.interrupted = True
            return shrunk
        except NoHello:
            return shrunk
        finally:
            talk.end()


def declared_settings(suite: Suite, offer: GameOffer) -> list[Setting]:
    """Under which rules an engine is asked: as it is by default, and each reading that it declares in turn."""
    return [one for one in settings(suite, offer, RulesAsked(all_readings=True)) if not one.undeclared]
