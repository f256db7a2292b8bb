"""What fuzzing takes beside the time that engine and reference need by themselves for the same questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from ludex.fuzz.asking import Answered, Asker, rules_under
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.jury import talk_of
from ludex.fuzz.order import FuzzOrder
from ludex.fuzz.shares import declared_settings, shares_of
from ludex.generate.asking import answer
from ludex.judge.case import ScheduledVector
from ludex.protocol.messages import GameOffer
from ludex.runner.framing import Framing
from ludex.runner.interruption import Interruption
from ludex.seam import reference_of
from ludex.vectors.suite import open_suite

QUESTIONS = 3_000


class FuzzRates(Struct, frozen=True):
    """Seconds for the same questions: drawn and compared; answered by the reference; put to the engine alone."""

    questions: int
    fuzzing: float
    reference: float
    engine: float

    @property
    def ratio(self) -> float:
        """How much longer fuzzing takes than engine and reference by themselves."""
        return self.fuzzing / (self.reference + self.engine)


def rates(game: str, command: Sequence[str], questions: int = QUESTIONS) -> FuzzRates:
    """Measured with one engine, which is started beforehand."""
    order = FuzzOrder(game, tuple(command), questions=questions)
    talk = talk_of(order, Interruption())
    try:
        offer = talk.greet().games[game]
        asker = _asker(order, offer)
        settings = declared_settings(asker.framing.suite, offer)
        seed = f"{order.seed}/{next(shares_of(questions)).number}"
        drawn: list[Answered] = []

        def drawing() -> Iterator[ScheduledVector]:
            for number, one in enumerate(islice(Drawer(asker, settings, seed).questions(), questions)):
                drawn.append(one)
                yield asker.case(number, one)

        fuzzing = _seconds(lambda: talk.put(drawing(), lambda _case, _outcome: None))
        reference = _seconds(lambda: _answer_all(game, drawn))
        cases = [asker.case(number, one) for number, one in enumerate(drawn)]
        engine = _seconds(lambda: talk.put(cases, lambda _case, _outcome: None))
    finally:
        talk.end()
    return FuzzRates(len(drawn), fuzzing, reference, engine)


def _asker(order: FuzzOrder, offer: GameOffer) -> Asker:
    return Asker(Framing(open_suite(order.game, order.root), offer))


def _answer_all(game: str, drawn: Sequence[Answered]) -> None:
    reference = reference_of(game)
    for one in drawn:
        question = one.question
        answer(reference, question.operation, question.fields, rules_under(game, question.setting))


def _seconds(work: Callable[[], object]) -> float:
    since = time.perf_counter()
    work()
    return time.perf_counter() - since
