"""One campaign: draws questions, asks the engine beside the reference, and makes findings of what differs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from ludex import where
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.fuzz import journal
from ludex.fuzz.asking import Asker, FuzzQuestion
from ludex.fuzz.causes import FuzzDifference, Reasons, group_by_cause, reasons_of
from ludex.fuzz.corpus_file import CorpusFile, digest_of
from ludex.fuzz.jury import talk_of
from ludex.fuzz.order import FuzzOrder, Token
from ludex.fuzz.positions import Positions
from ludex.fuzz.shares import (
    MOST_NOTES,
    FuzzShare,
    ShareTally,
    ShareWorker,
    Watch,
    declared_settings,
    news_of,
    share_up_to,
    shares_of,
    tallies_one_by_one,
    tallies_side_by_side,
)
from ludex.fuzz.shrinking import Fields, Reducer, Shrinker, Shrunk
from ludex.judge.settings import Setting
from ludex.judge.verdict import CRASH, EXIT, TIMEOUT
from ludex.protocol.messages import Hello
from ludex.runner.framing import Framing
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.runner.journal import Journal
from ludex.vectors.suite import Suite, open_suite

MOST_KEPT = 20_000  # differences
MOST_SHRUNK = 60  # findings
ALONE = (CRASH, EXIT)  # what ends an engine: nothing else is to be in flight while it is made smaller
FALLS_OF_SHRINKING = 100


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
    """What came of a campaign; `resumed` questions are of a journal, `grown` were new to the corpus that is kept;
    `falls` are those of the engine that no question alone brought about, by how it fell."""

    hello: Hello | None = None
    settings: list[Setting] = []
    asked: int = 0
    compared: int = 0
    differing: int = 0
    unsupported: int = 0
    resumed: int = 0
    seconds: float = 0.0
    stopped: str = ""
    interrupted: bool = False
    signs: int = 0
    grown: int = 0
    falls: Counter[str] = msgspec.field(default_factory=Counter[str])
    notes: list[str] = []
    found: list[FoundCause] = []

    def add(self, tally: ShareTally) -> None:
        """What came of a share."""
        self.asked += tally.asked
        self.compared += tally.compared
        self.differing += tally.differing
        self.unsupported += tally.unsupported
        self.signs += tally.signs
        self.falls.update(tally.falls)
        fresh = [note for note in tally.notes if note not in self.notes]
        self.notes += fresh[: max(0, MOST_NOTES - len(self.notes))]
        self.stopped = self.stopped or tally.stopped
        self.interrupted = self.interrupted or tally.interrupted


class Campaign:
    """Fuzzes one engine, or holds several against each other."""

    def __init__(
        self, order: FuzzOrder, heeded: Interruption, watch: Watch | None = None, crew: Crew | None = None
    ) -> None:
        self.order = order
        self._crew = crew or Crew(order.jobs)
        self._is_shared = self._crew.jobs > 1 or bool(self._crew.scheduler)
        self.suite: Suite = open_suite(order.game, order.root)
        self.account = FuzzAccount()
        self._heeded = heeded
        self._watch = watch
        self._corpus = CorpusFile(order.corpus) if order.corpus else None
        self._past = journal.read_past(order.journal) if order.journal and order.resume else None
        self._tallies: dict[int, ShareTally] = {}
        self._differences: list[FuzzDifference] = []
        self._since = time.monotonic()

    def run(self, token: Token | None = None) -> FuzzAccount:
        """All of it; with a token, its share up to the question that it names. An interruption ends it with what was
        found."""
        talk = talk_of(self.order, self._heeded)
        try:
            try:
                hello = self.account.hello = talk.greet()
            except NoHello as fallen:
                self.account.stopped = f"no hello: {fallen.down.message}"
                return self.account
            except KeyboardInterrupt:
                self.account.interrupted = True
                return self.account
            asker = self._asker(hello)
            kept = self._corpus.questions(asker) if self._corpus else []
            self._digest = self._digest_of(asker, kept)
            if token is not None and token.digest != self._digest:
                raise Fault(
                    f"the token {token} is of other questions",
                    "It holds for the same Ludex, vectors and corpus, and an engine that declares the same.",
                )
            log = self._journal()
            try:
                if self._is_shared and token is None:
                    talk.end()
                    self._take_all(self._side_by_side(asker, kept), log)
                else:
                    worker = ShareWorker(self.order, asker.framing.offer, kept, talk)
                    self._take_all(tallies_one_by_one(worker, self._shares(token), self._until, self._watch), log)
            finally:
                if log is not None:
                    log.close()
                    self.account.notes += [log.remark] if log.remark else []
        finally:
            talk.end()
            self.account.seconds = time.monotonic() - self._since
        self._sum_up(asker)
        self._find(asker)
        self._look_for(token)
        return self.account

    def _asker(self, hello: Hello) -> Asker:
        offer = hello.games.get(self.order.game)
        if offer is None:
            raise Fault(f"the engine does not declare {self.order.game}", "Choose another game with --game.")
        self.account.settings = declared_settings(self.suite, offer)
        if not self.account.settings:
            raise Fault(f"the engine declares no edition of {self.order.game} that is known here")
        return Asker(Framing(self.suite, offer))

    def _digest_of(self, asker: Asker, kept: list[FuzzQuestion]) -> str:
        """A hash of all that the questions hang on beside the seed."""
        offer = asker.framing.offer
        told = (where.version(), self.suite.seal, sorted(offer.methods), sorted(asker.framing.promised), offer.lists)
        labels = [setting.label for setting in self.account.settings]
        whole = (told, labels, self.order.guided, digest_of(kept))
        return sha256(msgspec.json.encode(whole)).hexdigest()[:8]

    # asking

    @property
    def _until(self) -> float:
        """When the time is over (0: never)."""
        left = self.order.seconds - (time.monotonic() - self._since)
        return time.time() + left if self.order.seconds else 0.0

    def _journal(self) -> Journal | None:
        path, order = self.order.journal, self.order
        if path is None:
            return None
        what = journal.FuzzWhat(order.game, order.command, order.against, order.seed, self._digest)
        if self._past is None:
            return journal.begin(path, what)
        log = journal.go_on(path, self._past, what)
        if self._past.bad:
            self.account.notes.append(f"lines of {path} that could not be read: {self._past.bad}; they are asked again")
        return log

    def _shares(self, token: Token | None = None) -> Iterator[FuzzShare]:
        """The shares that are to be asked; those that a journal has are taken from there."""
        if token is not None:
            yield share_up_to(token.number)
            return
        for share in shares_of(self.order.questions):
            past = self._past.tallies.get(share.number) if self._past else None
            if past is not None and past.share == share:
                self._tallies[share.number] = past
                self.account.resumed += past.asked
            else:
                yield share

    def _side_by_side(self, asker: Asker, kept: list[FuzzQuestion]) -> Iterator[ShareTally]:
        asked = (self.order, asker.framing.offer, kept, self._shares())
        return tallies_side_by_side(*asked, self._until, self._heeded, self._crew)

    def _take_all(self, tallies: Iterator[ShareTally], log: Journal | None) -> None:
        for tally in tallies:
            self._tallies[tally.share.number] = tally
            if log is not None and tally.is_whole:
                log.record(tally)
            if self._watch is not None and self._is_shared:
                for place in range(tally.compared):
                    self._watch(place, self.order.questions)

    def _sum_up(self, asker: Asker) -> None:
        tallies = [self._tallies[number] for number in sorted(self._tallies)]
        for tally in tallies:
            self.account.add(tally)
            self._differences += tally.differences[: MOST_KEPT - len(self._differences)]
        if self._corpus is not None and not self.account.interrupted:
            self.account.grown = self._corpus.grow(asker, news_of(tallies))

    # findings

    def _find(self, asker: Asker) -> None:
        """Groups the differences by cause, and shrinks one of each."""
        passed = sum((Counter(tally.passed) for tally in self._tallies.values()), Counter[str]())
        reasons = reasons_of(self._differences, asker.case)
        by_number = {one.number: one for one in self._differences}
        operations = {one.number: one.answered.question.operation for one in self._differences}
        positions = Positions(self.order.game, Random(0))
        size = Reducer(positions).size
        for place, (clause, numbers) in enumerate(group_by_cause(reasons, operations, passed)):
            token = Token(self.order.game, self.order.seed, min(numbers), self._digest)
            directions = Counter(reasons[number].direction for number in numbers)
            shrunk = least_of([by_number[number] for number in numbers], reasons, size)
            if place < MOST_SHRUNK and not self.account.interrupted:
                shrunk = self._shrink(asker, positions, shrunk, clause)
            self.account.found.append(FoundCause(clause, dict(directions), shrunk, token))

    def _look_for(self, token: Token | None) -> None:
        """Says so where the question of a token was asked, and does not differ."""
        account = self.account
        if token is None or account.stopped or account.interrupted:
            return
        if all(one.number != token.number for one in self._differences):
            account.notes.append(f"question {token.number} of the token does not differ now")

    def _shrink(self, asker: Asker, positions: Positions, shrunk: Shrunk, clause: str) -> Shrunk:
        outcome = shrunk.difference.outcome
        if outcome.cause == TIMEOUT:  # each smaller question would have to be waited for as long
            return shrunk
        limits = self.order.limits
        if outcome.cause in ALONE:
            limits = msgspec.structs.replace(limits, falls=FALLS_OF_SHRINKING, window=1)
        talk = talk_of(self.order, self._heeded, limits)
        try:
            talk.greet()
            for smaller in Shrinker(asker, talk, positions).shrink(shrunk, clause):
                shrunk = smaller
        except KeyboardInterrupt:
            self.account.interrupted = True
        except (NoHello, Fault) as fallen:
            self.account.notes.append(f"not all is as small as it could be: the engine did not start again ({fallen})")
        finally:
            talk.end()
        return shrunk


def least_of(alike: Sequence[FuzzDifference], reasons: Reasons, size: Callable[[Fields], Any]) -> Shrunk:
    """Of the differences of one cause the smallest in the direction that most have."""
    directions = Counter(reasons[one.number].direction for one in alike)
    direction = max(directions, key=lambda one: directions[one])
    some = (one for one in alike if reasons[one.number].direction == direction)
    least = min(some, key=lambda one: size(one.answered.question.fields))
    return Shrunk(least, reasons[least.number])
