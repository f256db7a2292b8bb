"""Checks an adapter by itself, with no vector asked: does it start, greet, answer, refuse, echo ids, and end?"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ludex import where
from ludex.judge.envelope import LOG, RESULT, Odd, answer_in, hello_of, stranger, unended_line, unreadable
from ludex.judge.escape import visible
from ludex.judge.promised import values_unlisted
from ludex.judge.settings import unknown_readings
from ludex.judge.verdict import REPORTED
from ludex.judge.weigh import refusal_of, weigh_error
from ludex.protocol.messages import (
    BROKEN,
    WINDOW,
    Answer,
    EditionOffer,
    GameOffer,
    Hello,
    ask,
    initialize,
    read_json,
    shutdown,
)
from ludex.protocol.schema import Wire, plain, wire_of
from ludex.runner.handshake import POLL_SECONDS, WholeHello, why_nothing_comes, with_unended_line
from ludex.runner.plain_questions import questions
from ludex.runner.process import Limits, Process
from ludex.seam import reference_of
from ludex.vectors.promises import PROMISES, WELL_FORMED, WHOLE_TURNS
from ludex.vectors.suite import available, facts_of_register, open_suite
from ludex.wording import quantity

MAX_CHARACTERS_NAMED = 60  # of a name, in the name of a step
MAX_CHARACTERS_TOLD = 300  # of what an engine says, in a message
MAX_BYTES_OF_LOG = 400  # the last of it, where the engine fell silent
MAX_STRAYS_KEPT = 20
MAX_ANSWERS_KEPT = 256  # of those that nobody waits for yet
ANSWERED = "every question is answered"
SHAPED = "what is printed is an answer"
START = "Run the command by itself, and mend what ends it: it is to answer `initialize`, and to stay."
STAY = "Answer one line after the other, until `shutdown` comes or stdin ends."


class SmokeStep(Struct, frozen=True):
    """One thing that an adapter must do: whether it did, what came, and what to do about it."""

    name: str
    passed: bool
    message: str = ""
    remedy: str = ""


class NoAnswer(Exception):  # noqa: N818 - says what did not come
    """No answer came, or one that cannot be taken for one."""

    def __init__(self, step: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.step = step
        self.remedy = remedy

    def as_step(self, log: str) -> SmokeStep:
        return SmokeStep(self.step, False, self.with_log(log), self.remedy)

    def with_log(self, log: str) -> str:
        """What did not come, and the last of what the engine wrote to its log, if it did."""
        return f"{self}. Its log: {log}" if log else f"{self}"


class Talk:
    """A slow, plain conversation: one question, one answer."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.process = Process(command, limits)
        self.timeout = limits.start
        self.number = 0
        self.strays: list[bytes] = []
        self.answers: list[Answer] = []
        self.asked: set[int | str] = set()

    @property
    def log(self) -> str:
        """The last of what the engine wrote to its log, from the beginning of a line where there is one."""
        tail = self.process.tail
        last = tail[-MAX_BYTES_OF_LOG:]
        if len(tail) > MAX_BYTES_OF_LOG:
            last = last.partition(b"\n")[2].strip() or last
        return visible(last, lines=True).strip()

    def next(self) -> int:
        self.number += 1
        return self.number

    def ask(self, method: str, params: dict[str, Any]) -> Answer:
        """The answer to a question, whose whole numbers are sent as such, also where they are the engine's own."""
        number = self.next()
        self.process.send(ask(number, method, plain(params)))
        return self.hear(number, method)

    def hear(self, number: int | str, method: str) -> Answer:
        """The answer to a number; others wait, strays are remembered."""
        self.asked.add(number)
        until, whole = time.monotonic() + self.timeout, WholeHello(self.process)
        while True:
            for answer in self.answers:
                if answer.id == number:
                    self.answers.remove(answer)
                    return answer
            lines = self.process.wait(POLL_SECONDS)
            self._sort(lines, number)
            if not lines and self.process.down:
                down = with_unended_line(self.process, self.process.down)
                what = f"no answer to `{method}`{self._came()}; {down.message}"
                raise NoAnswer(ANSWERED, what, START if method == "initialize" else STAY)
            if time.monotonic() > until or whole.waits():
                raise self._silence(method)

    def _sort(self, lines: list[bytes], number: int | str) -> None:
        for line in lines:
            answer = answer_in(line)
            if isinstance(answer, Answer) and answer.id not in self.asked:
                answer = stranger(answer, number)
            if isinstance(answer, Answer):
                self.answers.append(answer)
            elif answer.meant:
                raise NoAnswer(SHAPED, answer.what, answer.remedy)
            else:
                self.strays.append(line[: 2 * MAX_CHARACTERS_TOLD])
        del self.strays[MAX_STRAYS_KEPT:]
        del self.answers[MAX_ANSWERS_KEPT:]

    def _silence(self, method: str) -> NoAnswer:
        rest = unended_line(self.process.unended_bytes())
        if rest:
            return NoAnswer(SHAPED, rest.what, rest.remedy)
        why, seconds = why_nothing_comes(self.process, bool(self.strays)), f"{self.timeout:g} s"
        return NoAnswer(ANSWERED, f"no answer to `{method}` within {seconds}{self._came()}; {why.what}", why.remedy)

    def _came(self) -> str:
        return f"; what came was {_brief_text(self.strays[0])}" if self.strays else ""


def _brief_name(name: str) -> str:
    """A name that an engine gives."""
    return visible(name, MAX_CHARACTERS_NAMED)


def _brief_text(text: str | bytes) -> str:
    """What an engine says."""
    return visible(text, MAX_CHARACTERS_TOLD)


def smoke(command: Sequence[str], limits: Limits, only: str | None = None) -> Iterator[SmokeStep]:
    """The steps one by one, of all games or of one; the first that makes going on pointless is the last."""
    talk = Talk(command, limits)
    yield SmokeStep("the command starts", True)
    try:
        yield from _conversation(talk, limits, only)
    except NoAnswer as silence:
        yield silence.as_step(talk.log)
    finally:
        talk.process.end()


def _conversation(talk: Talk, limits: Limits, only: str | None) -> Iterator[SmokeStep]:
    step, hello = greet(talk)
    yield step
    if hello is None:
        return
    talk.timeout = limits.timeout
    yield from _early(talk, limits)
    if only is not None and only not in hello.games:
        named = ", ".join(map(_brief_name, hello.games))
        yield SmokeStep(f"{only} is declared", False, f"the hello declares {named}", "Name it in the hello's `games`.")
    for game, offer in hello.games.items():
        if only in (None, game):
            yield from _game(talk, game, offer)
    yield _unknown_method(talk, hello)
    yield _text_id(talk, hello)
    yield _many_in_flight(talk, hello)
    yield _strays(talk)
    yield _shutdown(talk, limits)


def greet(talk: Talk) -> tuple[SmokeStep, Hello | None]:
    """The hello of an engine, and what is to be said of it."""
    name = "the hello has its shape"
    number = talk.next()
    talk.process.send(initialize(number))
    hello = hello_of(talk.hear(number, "initialize"))
    if isinstance(hello, Odd):
        return SmokeStep(name, False, hello.what, hello.remedy), None
    if not hello.games:
        return SmokeStep(name, False, "the hello declares no game", "Name the games that you play in `games`."), None
    games = ", ".join(_brief_name(game) for game in hello.games)
    return SmokeStep(name, True, f"{_brief_name(hello.engine.name)}: {games}"), hello


def _game(talk: Talk, game: str, offer: GameOffer) -> Iterator[SmokeStep]:
    shown = _brief_name(game)
    if game not in where.games():
        yield SmokeStep(f"{shown} is a game of Ludex", False, "unknown game", f"Games: {', '.join(where.games())}.")
        return
    wire = wire_of(game)
    missing = [method for method in wire.required if method not in offer.methods]
    yield SmokeStep(
        f"{shown}: the required methods are offered",
        not missing,
        f"missing: {', '.join(missing)}" if missing else "",
        "Name them in the hello's `methods`.",
    )
    if offer.editions is not None and not offer.editions:
        remedy = "Name those that you play, or leave `editions` out for all of them."
        yield SmokeStep(f"{shown}: an edition is declared", False, "`editions` is empty", remedy)
    yield from _strange_promises(game, offer)
    yield from _strange_lists(game, offer)
    register = reference_of(game).REGISTER
    for edition in register.editions if offer.editions is None else offer.editions:
        if edition not in register.editions:
            known = ", ".join(register.editions)
            yield SmokeStep(
                f"{shown} {_brief_name(edition)} is an edition", False, "unknown edition", f"Editions: {known}."
            )
        else:
            yield from _strange_readings(game, edition, offer)
            yield from _edition(talk, game, edition, wire, offer)


def _strange_promises(game: str, offer: GameOffer) -> Iterator[SmokeStep]:
    """Promises that nobody knows; a check only notes them, and asks all the same."""
    if strange := [promise for promise in offer.promises if promise not in PROMISES]:
        name = f"{game}: the promises of the hello are known"
        yield SmokeStep(name, False, _brief_text(", ".join(strange)), f"Known: {', '.join(PROMISES)}.")


def _strange_lists(game: str, offer: GameOffer) -> Iterator[SmokeStep]:
    """A part of the legal actions that no list has; a check only notes it, and judges by what is left."""
    if game not in available():
        return
    suite = open_suite(game)
    unlisted = values_unlisted(offer, suite, suite.editions)
    strange = [f"{name} {value}" for name, value in sorted(unlisted, key=str)]
    strange += [f"{name} of no value" for name, values in offer.lists.items() if not values]
    if strange:
        remedy = "Name fields of an action, as `legal` gives it, each with the values that you list."
        name = f"{game}: what the hello lists is in a list of legal actions"
        yield SmokeStep(name, False, _brief_text(", ".join(strange)), remedy)


def _strange_readings(game: str, edition: str, offer: GameOffer) -> Iterator[SmokeStep]:
    """Readings that the register does not have; a check only notes them."""
    declared, facts = (offer.editions or {}).get(edition, EditionOffer()), facts_of_register(game, edition)
    strange = ", ".join(unknown_readings(facts, declared))
    if strange:
        known = "; ".join(f"{entry}: {', '.join(of.choices)}" for entry, of in facts.readings.items())
        name = f"{game} {edition}: the readings of the hello are known"
        yield SmokeStep(name, False, _brief_text(strange), f"Known: {known or 'none'}.")


def _edition(talk: Talk, game: str, edition: str, wire: Wire, offer: GameOffer) -> Iterator[SmokeStep]:
    module = reference_of(game)
    rules = module.REGISTER.rules(edition)
    head: dict[str, Any] = {
        "game": game,
        "edition": edition,
        "readings": dict(rules.choices),
        "vector": None,
        "clauses": [],
    }
    start = {**head, "position": module.show_position(module.start(rules))}
    name, remedy = f"{game} {edition}", _see_shapes(game)
    actions: list[Any] = []
    if "legal" in offer.methods:
        listed = talk.ask("legal", start)
        step, result = _check_shape(f"{name}: `legal` lists actions at the start", "legal", listed, wire, remedy)
        yield step
        actions = (result or {}).get("actions") or []
        if result is not None and not actions:
            yield SmokeStep(f"{name}: the start has legal actions", False, "the list is empty or a refusal")
    if actions and "apply" in offer.methods and WHOLE_TURNS not in offer.promises:
        applied = talk.ask("apply", {**start, "action": actions[0]})
        step, result = _check_shape(f"{name}: `apply` applies a legal action", "apply", applied, wire, remedy)
        refused = result is not None and "position" not in result
        yield SmokeStep(step.name, False, "refused, though its own list has it") if refused else step
    yield from _each_method(talk, head, wire, offer)
    for bad in () if WELL_FORMED in offer.promises else wire.bad_actions[:1]:
        answered = talk.ask("apply", {**start, "action": bad})
        yield _refuses(f"{name}: `apply` refuses a known-bad action", answered, wire)


def _each_method(talk: Talk, head: dict[str, Any], wire: Wire, offer: GameOffer) -> Iterator[SmokeStep]:
    """Asks each offered method once, so that none throws whatever it is asked."""
    game, edition = head["game"], head["edition"]
    known = [method for method in offer.methods if method in wire.operations]
    plain = questions(game, edition, head["readings"], known, offer.promises)
    for method in offer.methods:
        name = f"{game} {edition}: `{_brief_name(method)}` answers a plain question"
        if method in plain:
            answer = talk.ask(method, {**head, **plain[method]})
            yield _check_shape(name, method, answer, wire, _see_shapes(game))[0]
        else:
            yield SmokeStep(f"{name}, if there is one", True, "no vector has a question for it, so it is never asked")


def _see_shapes(game: str) -> str:
    return f"See spec/{game}/wire.schema.json for the shape of results."


def _check_shape(
    name: str, operation: str, answer: Answer, wire: Wire, remedy: str
) -> tuple[SmokeStep, dict[str, Any] | None]:
    if not answer.result:
        return SmokeStep(name, False, _brief_text(weigh_error(answer).message), remedy), None
    try:
        result = read_json(bytes(answer.result))
        wrong = next(wire.breaches(operation, result), None)
    except BROKEN as broken:
        odd = unreadable(bytes(answer.result), broken, RESULT)
        return SmokeStep(name, False, _brief_text(odd.what), odd.remedy), None
    if wrong:
        return SmokeStep(name, False, _brief_text(wrong), remedy), None
    if "unsupported" in result:  # an adapter is right long before its engine is written
        return SmokeStep(name, True, _brief_text(f"unsupported: {result['unsupported']['reason']}")), None
    return SmokeStep(name, True), result


def _refuses(name: str, answer: Answer, wire: Wire) -> SmokeStep:
    remedy = 'A refusal is a result: {"illegal": {}} or {"unreadable": {}}, never a JSON-RPC error and never a crash.'
    step, result = _check_shape(name, "apply", answer, wire, remedy)
    if result is None:
        return step
    refused = refusal_of(result) is not None
    return SmokeStep(name, refused, "" if refused else "it was accepted", remedy)


def _unknown_method(talk: Talk, hello: Hello) -> SmokeStep:
    remedy = 'Answer the error -32601, or the result {"unsupported": {"reason": "…"}}.'
    answer = talk.ask("no_such_method", _bare(hello))
    said = _brief_text(bytes(answer.result or answer.error))
    ok = b'"unsupported"' in bytes(answer.result) if answer.result else weigh_error(answer).cause == REPORTED
    return SmokeStep("an unknown method is turned down", ok, "" if ok else said, remedy)


def _bare(hello: Hello) -> dict[str, Any]:
    game = next(iter(hello.games))
    edition = next(iter(hello.games[game].editions or ()), "")
    return {"game": game, "edition": edition, "readings": {}, "vector": None, "clauses": []}


def _text_id(talk: Talk, hello: Hello) -> SmokeStep:
    name = "ids are echoed as they came, text too"
    request = {"jsonrpc": "2.0", "id": "a text", "method": "no_such_method", "params": _bare(hello)}
    talk.process.send(msgspec.json.encode(request) + b"\n")
    try:
        talk.hear("a text", "no_such_method")
    except NoAnswer as silence:
        raise NoAnswer(name, f"{silence}", "Copy `id` from the request into its answer, whatever its type.") from None
    return SmokeStep(name, True)


def _many_in_flight(talk: Talk, hello: Hello) -> SmokeStep:
    name = f"{WINDOW} requests may be in flight"
    numbers = [talk.next() for _ in range(WINDOW)]
    talk.process.send(b"".join(ask(number, "no_such_method", _bare(hello)) for number in numbers))
    talk.asked.update(numbers)
    try:
        for number in numbers:
            talk.hear(number, "no_such_method")
    except NoAnswer as silence:
        remedy = "Read lines in a loop, answer each, flush; do not wait for more input."
        raise NoAnswer(name, f"{silence}", remedy) from None
    extra = len(talk.answers)
    return SmokeStep(
        name, not extra, f"{quantity(extra, 'answer')} too many" if extra else "", "Answer each request once."
    )


def _early(talk: Talk, limits: Limits) -> Iterator[SmokeStep]:
    """A few lines before the hello are put up with, here as in a check, and are told."""
    early, talk.strays = talk.strays, []
    if early:
        came = f"{quantity(len(early), 'line')}, the first {_brief_text(early[0])}"
        yield SmokeStep(
            f"up to {limits.strays} lines may come before the hello", len(early) <= limits.strays, came, LOG
        )


def _strays(talk: Talk) -> SmokeStep:
    came = f"{quantity(len(talk.strays), 'line')}, the first {_brief_text(talk.strays[0])}" if talk.strays else ""
    return SmokeStep("nothing but answers is on stdout", not talk.strays, came, LOG)


def _shutdown(talk: Talk, limits: Limits) -> SmokeStep:
    talk.process.finish(shutdown(talk.next()))
    ended = talk.process.down is not None
    message = "" if ended else f"it still ran {limits.grace:g} s later"
    return SmokeStep(
        "it ends after `shutdown`", ended, message, "Exit after answering `shutdown`, and when stdin ends."
    )
