"""Every step by which an adapter is tried, word for word: the adapter is played in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from ludex import where
from ludex.judge.envelope import FLUSH
from ludex.judge.verdict import CRASH, EXIT, Down
from ludex.protocol.messages import WINDOW
from ludex.protocol.server import Loop
from ludex.runner import smoke as trial
from ludex.runner.limits import Limits
from ludex.runner.plain_questions import questions
from ludex.runner.smoke import MAX_ANSWERS_KEPT, MAX_CHARACTERS_NAMED, SmokeStep, smoke
from tests.judge.played import LIMITS, Played, Request, Respond, result

EDITION = "2026-01"
METHODS = ("legal", "apply", "unit")
GAMES = f"Games: {', '.join(where.games())}."
SHAPES = "See spec/tribun/wire.schema.json for the shape of results."
BAD = 'A refusal is a result: {"illegal": {}} or {"unreadable": {}}, never a JSON-RPC error and never a crash.'
DOWN = 'Answer the error -32601, or the result {"unsupported": {"reason": "…"}}.'
LOG = "Print nothing but answers on stdout; log to stderr."
COPY = "Copy `id` from the request into its answer, whatever its type."
STAY = "Answer one line after the other, until `shutdown` comes or stdin ends."
LOOP = "Read lines in a loop, answer each, flush; do not wait for more input."

Talk = Callable[..., list[SmokeStep]]


@cache
def plain(game: str, edition: str, operations: tuple[str, ...]) -> dict[str, Any]:
    return questions(game, edition, {}, operations)


@cache
def reference(question: str) -> str:
    return Loop(["tribun"]).answer(question.encode()).decode()


def answer(request: Request) -> str:
    """What the reference says, asked once for each question."""
    said = json.loads(reference(json.dumps({**request, "id": 0})))
    return json.dumps({**said, "id": request["id"]}, separators=(",", ":")) + "\n"


def hello(**game: Any) -> dict[str, Any]:
    offer = {"methods": [*METHODS], "editions": {EDITION: {}}, **game}
    return {"protocol": 1, "engine": {"name": "mine"}, "games": {"tribun": offer}}


def saying(first: Any, respond: Respond = answer) -> Respond:
    return lambda request: result(request, first) if request["method"] == "initialize" else respond(request)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    """Tries an adapter; its steps after the first, which is that the command starts."""
    monkeypatch.setattr(trial, "questions", lambda game, edition, _, known, *__: plain(game, edition, tuple(known)))
    started: list[Played] = []

    def run(
        respond: Respond = answer,
        first: Any = None,
        limits: Limits = LIMITS,
        whole: Respond | None = None,
        only: str | None = None,
    ) -> list[SmokeStep]:
        def start(command: Any, of: Limits) -> Played:
            assert (command, of) == (("mine",), limits)
            started.append(Played(whole or saying(first or hello(), respond), of))
            return started[-1]

        monkeypatch.setattr(trial, "Process", start)
        began, *steps = smoke(("mine",), limits, only)
        assert began == SmokeStep("the command starts", True)
        return steps

    yield run
    assert all(engine.ends for engine in started)


def failed(steps: list[SmokeStep]) -> list[SmokeStep]:
    return [step for step in steps if not step.passed]


def test_the_steps_of_an_adapter_that_is_right(tried: Talk) -> None:
    assert tried() == [
        SmokeStep("the hello has its shape", True, "mine: tribun"),
        SmokeStep("tribun: the required methods are offered", True, "", "Name them in the hello's `methods`."),
        SmokeStep("tribun 2026-01: `legal` lists actions at the start", True),
        SmokeStep("tribun 2026-01: `apply` applies a legal action", True),
        *(SmokeStep(f"tribun 2026-01: `{method}` answers a plain question", True) for method in METHODS),
        SmokeStep("tribun 2026-01: `apply` refuses a known-bad action", True, "", BAD),
        SmokeStep("an unknown method is turned down", True, "", DOWN),
        SmokeStep("ids are echoed as they came, text too", True),
        SmokeStep("64 requests may be in flight", True, "", "Answer each request once."),
        SmokeStep("nothing but answers is on stdout", True, "", LOG),
        SmokeStep("it ends after `shutdown`", True, "", "Exit after answering `shutdown`, and when stdin ends."),
    ]


def test_what_an_adapter_is_asked(tried: Talk) -> None:
    heard: list[Request] = []

    def noting(request: Request) -> str:
        heard.append(request)
        return answer(request)

    tried(noting)
    names = ["legal", "apply", "legal", "apply", "unit", "apply", *["no_such_method"] * 66, "shutdown"]
    assert [request["method"] for request in heard] == names
    assert [request["id"] for request in heard] == [*range(2, 9), "a text", *range(9, 74)]
    first, second, bad = heard[0]["params"], heard[1]["params"], heard[5]["params"]
    assert {name: first[name] for name in ("game", "edition", "vector", "clauses")} == {
        "game": "tribun",
        "edition": EDITION,
        "vector": None,
        "clauses": [],
    }
    assert first["readings"]
    assert {*first} == {"game", "edition", "readings", "vector", "clauses", "position"}
    listed = json.loads(answer(heard[0]))["result"]["actions"]
    assert second == {**first, "action": listed[0]}
    assert {**bad, "action": 0} == {**first, "action": 0}
    assert bad["action"] not in listed
    assert heard[2]["params"] == {**first, **plain("tribun", EDITION, METHODS)["legal"]}
    bare = {"game": "tribun", "edition": EDITION, "readings": {}, "vector": None, "clauses": []}
    assert all(request["params"] == bare for request in heard[6:-1])
    assert heard[-1]["params"] == {}


@pytest.mark.parametrize(("editions", "named"), [(None, ""), ({}, "")])
def test_an_adapter_that_names_no_edition_is_asked_without(tried: Talk, editions: Any, named: str) -> None:
    heard: list[Any] = []

    def noting(request: Request) -> str:
        heard.append(request)
        return answer(request)

    steps = tried(noting, hello(editions=editions))
    assert {request["params"]["edition"] for request in heard if request["method"] == "no_such_method"} == {named}
    tried_editions = {step.name.split()[1].rstrip(":") for step in steps if step.name.startswith("tribun 2")}
    assert tried_editions == (set() if editions == {} else {"2026-01", "2026-04"})
    empty = SmokeStep(
        "tribun: an edition is declared",
        False,
        "`editions` is empty",
        "Name those that you play, or leave `editions` out for all of them.",
    )
    assert (empty in steps) == (editions == {})


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (
            {"methods": ["unit"]},
            SmokeStep(
                "tribun: the required methods are offered",
                False,
                "missing: legal, apply",
                "Name them in the hello's `methods`.",
            ),
        ),
        (
            {"editions": {"2026-01": {}, "2025\x1b": {}}},
            SmokeStep("tribun 2025\\x1b is an edition", False, "unknown edition", "Editions: 2026-01, 2026-04."),
        ),
    ],
)
def test_what_a_hello_lacks_or_has_too_much(tried: Talk, game: Any, wrong: SmokeStep) -> None:
    assert failed(tried(first=hello(**game)))[0] == wrong


def test_readings_that_are_not_in_the_register_are_told(tried: Talk) -> None:
    known, unknown = {"kill-mover": ["attack"]}, {"kill-mover": ["attack", "x\x1b"], "odd": ["1"], "more": []}
    assert failed(tried(first=hello(editions={EDITION: {"readings": known}}))) == []
    (wrong,) = failed(tried(first=hello(editions={EDITION: {"readings": unknown}})))
    assert wrong.name == "tribun 2026-01: the readings of the hello are known"
    assert wrong.message == "kill-mover=x\\x1b, odd=1"
    assert wrong.remedy.startswith("Known: kill-mover: move, attack; enslave-mover: attack, move; ")
    assert wrong.remedy.endswith("boards: strict, study.")


def test_all_that_is_strange_in_a_hello_is_told_in_the_order_in_which_it_stands_there(
    tried: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "open_suite", lambda _: SimpleNamespace(editions=["2026-01"]))
    monkeypatch.setattr(trial, "values_unlisted", lambda *_: {("tile", 99), ("kind", "x")})
    offer = {
        "methods": ["legal", "unit"],
        "promises": ["tidy", "reachable", "neat"],
        "lists": {"tile": [99], "kind": []},
        "editions": {"2025": {}, EDITION: {"readings": {"odd": ["1"]}}},
    }
    wrong = failed(tried(first=hello(**offer)))
    assert [(step.name, step.message) for step in wrong] == [
        ("tribun: the required methods are offered", "missing: apply"),
        ("tribun: the promises of the hello are known", "tidy, neat"),
        ("tribun: what the hello lists is in a list of legal actions", "kind x, tile 99, kind of no value"),
        ("tribun 2025 is an edition", "unknown edition"),
        ("tribun 2026-01: the readings of the hello are known", "odd=1"),
    ]
    assert wrong[1].remedy.startswith("Known: well-formed, ")
    assert wrong[2].remedy == "Name fields of an action, as `legal` gives it, each with the values that you list."
    monkeypatch.setattr(trial, "available", lambda: ())
    assert len(failed(tried(first=hello(**offer)))) == len(wrong) - 1, "of a game without vectors nobody can tell"


def test_a_game_that_ludex_does_not_have_is_told_and_the_others_are_tried(tried: Talk) -> None:
    both = hello()
    both["games"] = {"che\x1bss": both["games"]["tribun"], **both["games"]}
    steps = tried(first=both)
    assert steps[0].message == "mine: che\\x1bss, tribun"
    assert failed(steps) == [SmokeStep("che\\x1bss is a game of Ludex", False, "unknown game", GAMES)]
    assert steps[2].name == "tribun: the required methods are offered"


def test_of_the_games_of_a_hello_one_may_be_tried_alone(tried: Talk) -> None:
    both = hello()
    both["games"] = {"che\x1bss": both["games"]["tribun"], **both["games"]}
    shape = SmokeStep("the hello has its shape", True, "mine: che\\x1bss, tribun")
    assert tried(first=both, only="tribun") == [shape, *tried()[1:]]
    missing = SmokeStep(
        "minions is declared", False, "the hello declares che\\x1bss, tribun", "Name it in the hello's `games`."
    )
    assert tried(first=both, only="minions") == [shape, missing, *tried()[-5:]]


@pytest.mark.parametrize(
    ("first", "message", "remedy"),
    [
        ({**hello(), "games": {}}, "the hello declares no game", "Name the games that you play in `games`."),
        ({"protocol": 1, "games": {}}, "the hello does not have its shape: hello.engine is missing", None),
    ],
)
def test_after_a_hello_that_is_none_nothing_is_asked(tried: Talk, first: Any, message: str, remedy: str | None) -> None:
    (wrong,) = tried(first=first)
    assert (wrong.name, wrong.passed, wrong.message) == ("the hello has its shape", False, message)
    assert wrong.remedy == remedy or (remedy is None and wrong.remedy.startswith("Answer `initialize` with"))


def on(method: str, said: Any, time: int = 1, respond: Respond = answer) -> Respond:
    """Says something else when a method is asked for the first time, or a later one; a text is a whole line."""
    times: list[str] = []

    def changed(request: Request) -> str | Down | None:
        times.append(request["method"])
        if request["method"] != method or times.count(method) != time:
            return respond(request)
        if isinstance(said, str | Down) or said is None:
            return said.replace("ID", json.dumps(request["id"])) if isinstance(said, str) else said
        return result(request, said)

    return changed


ERROR = '{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"out of range"}}\n'
NULL = '{"jsonrpc":"2.0","id":ID,"error":null}\n'
LISTS = "tribun 2026-01: `legal` lists actions at the start"
APPLIES = "tribun 2026-01: `apply` applies a legal action"
PLAIN = "tribun 2026-01: `unit` answers a plain question"
REFUSES = "tribun 2026-01: `apply` refuses a known-bad action"
UNKNOWN = "an unknown method is turned down"


@pytest.mark.parametrize(
    ("odd", "wrong"),
    [
        (on("legal", ERROR), SmokeStep(LISTS, False, "JSON-RPC error -32603: out of range", SHAPES)),
        (
            on("legal", '{"jsonrpc":"2.0","id":ID,"result":{"a":1,"a":2}}\n'),
            SmokeStep(LISTS, False, "the member 'a' is written twice", "Write each member of an object once."),
        ),
        (
            on("legal", NULL),
            SmokeStep(LISTS, False, "not a JSON-RPC error: error must be an object, is null", SHAPES),
        ),
        (on("legal", {"action": []}), SmokeStep(LISTS, False, "result.actions is missing", SHAPES)),
        (
            on("legal", {"actions": []}),
            SmokeStep("tribun 2026-01: the start has legal actions", False, "the list is empty or a refusal"),
        ),
        (
            on("legal", {"illegal": {}}),
            SmokeStep("tribun 2026-01: the start has legal actions", False, "the list is empty or a refusal"),
        ),
        (
            on("apply", {"illegal": {}}),
            SmokeStep(APPLIES, False, "refused, though its own list has it"),
        ),
        (on("apply", ERROR), SmokeStep(APPLIES, False, "JSON-RPC error -32603: out of range", SHAPES)),
        (on("unit", ERROR), SmokeStep(PLAIN, False, "JSON-RPC error -32603: out of range", SHAPES)),
        (on("apply", ERROR, 3), SmokeStep(REFUSES, False, "JSON-RPC error -32603: out of range", BAD)),
        (on("no_such_method", NULL), SmokeStep(UNKNOWN, False, "null", DOWN)),
        (on("no_such_method", {"x": "a" * 300}), SmokeStep(UNKNOWN, False, '{"x": "' + "a" * 293 + "...", DOWN)),
    ],
)
def test_what_is_wrong_is_told_and_the_trial_goes_on(tried: Talk, odd: Respond, wrong: SmokeStep) -> None:
    steps = tried(odd)
    assert failed(steps) == [wrong]
    assert steps[-1].name == "it ends after `shutdown`"


def test_a_bad_action_that_is_accepted_is_told(tried: Talk) -> None:
    applied: list[str] = []

    def lenient(request: Request) -> str:
        said = answer(request)
        if request["method"] == "apply":
            applied.append(said)
            if len(applied) == 3:
                return result(request, json.loads(applied[0])["result"])
        return said

    assert failed(tried(lenient)) == [SmokeStep(REFUSES, False, "it was accepted", BAD)]


@pytest.mark.parametrize(
    ("instead", "told"),
    [({"illegal": 3}, "result.illegal must be an object"), ({"position": 3}, "result.position must be an object")],
)
def test_a_bad_action_is_answered_in_the_shape_of_an_answer(tried: Talk, instead: Any, told: str) -> None:
    def misshapen(request: Request) -> str:
        refused = request["method"] == "apply" and "position" not in json.loads(answer(request))["result"]
        return result(request, instead) if refused else answer(request)

    (wrong,) = failed(tried(misshapen))
    assert wrong.name == "tribun 2026-01: `apply` refuses a known-bad action"
    assert wrong.message.startswith(told)
    assert wrong.remedy == BAD


def test_what_is_not_written_yet_is_no_fault(tried: Talk) -> None:
    later = {"unsupported": {"reason": "later\x1b" + "x" * 300}}

    def unsupported(request: Request) -> str:
        return answer(request) if request["method"] == "shutdown" else result(request, later)

    steps = tried(unsupported)
    assert failed(steps) == []
    said = f"unsupported: later\\x1b{'x' * 281}..."
    names = [step.name for step in steps if step.message == said]
    plain_ones = [f"tribun 2026-01: `{method}` answers a plain question" for method in METHODS]
    assert names == [LISTS, *plain_ones, REFUSES]


def test_a_method_that_no_vector_asks_for_is_never_asked(tried: Talk) -> None:
    steps = tried(first=hello(methods=["legal", "apply", "odd\x1b"]))
    name = "tribun 2026-01: `odd\\x1b` answers a plain question, if there is one"
    assert SmokeStep(name, True, "no vector has a question for it, so it is never asked") in steps
    assert failed(steps) == []


def test_without_legal_or_apply_these_are_not_asked(tried: Talk) -> None:
    for methods in (["apply"], ["legal"], ["unit"]):
        names = {step.name for step in tried(first=hello(methods=methods))}
        assert (LISTS in names) == ("legal" in methods)
        assert APPLIES not in names
        assert REFUSES in names


@pytest.mark.parametrize("unsaid", [0, 1, 2])
def test_lines_that_are_no_answer_are_told_once_at_the_end(tried: Talk, unsaid: int) -> None:
    lines = "".join(f"tick\x1b{number}{'x' * 300}\n" for number in range(unsaid))

    def chatty(request: Request) -> str:
        return (lines if request["method"] == "unit" else "") + answer(request)

    stray = next(step for step in tried(chatty) if step.name == "nothing but answers is on stdout")
    quantity = {0: "", 1: "1 line, the first ", 2: "2 lines, the first "}[unsaid]
    assert stray.message == (f"{quantity}tick\\x1b0{'x' * 294}..." if unsaid else "")
    assert stray.passed == (not unsaid)
    assert stray.remedy == LOG


@pytest.mark.parametrize(("lines", "right"), [(1, True), (4, True), (5, False)])
def test_lines_before_the_hello_are_put_up_with_up_to_the_limit(tried: Talk, lines: int, right: bool) -> None:
    said = iter([("b" * 301 + "\n") * lines])

    def first(request: Request) -> Any:
        return next(said, "") + (result(request, hello()) if request["method"] == "initialize" else answer(request))

    limits = Limits(timeout=60.0, start=60.0, strays=4)
    steps = tried(whole=first, limits=limits)
    early = steps[1]
    assert early.name == "up to 4 lines may come before the hello"
    assert (early.passed, early.remedy) == (right, LOG)
    assert early.message == f"{lines} line{'s' if lines > 1 else ''}, the first {'b' * 300}..."
    assert len(failed(steps)) == (not right)


def test_at_most_so_many_lines_and_answers_are_kept(tried: Talk) -> None:
    def chatty(request: Request) -> str:
        return "tick\n" * 30 + answer(request) if request["method"] == "unit" else answer(request)

    stray = next(step for step in tried(chatty) if step.name == "nothing but answers is on stdout")
    assert stray.message == "20 lines, the first tick"


def test_of_answers_that_nobody_waits_for_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "Process", lambda *_: None)
    talk = trial.Talk((), Limits())
    talk.asked.update(range(999))
    lines = [json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}).encode() for number in range(999)]
    talk._sort(lines, 0)
    assert [one.id for one in talk.answers] == [*range(MAX_ANSWERS_KEPT)]
    assert MAX_ANSWERS_KEPT > 2 * WINDOW, "the answers of all that may be in flight, and some too many, are told"


@pytest.mark.parametrize(("many", "message"), [(2, "1 answer too many"), (3, "2 answers too many")])
def test_a_request_that_is_answered_twice_is_told(tried: Talk, many: int, message: str) -> None:
    def twice(request: Request) -> str:
        return answer(request) * (many if request["id"] == 30 else 1)

    wrong = SmokeStep("64 requests may be in flight", False, message, "Answer each request once.")
    assert failed(tried(twice)) == [wrong]


QUICK = Limits(timeout=0.05, start=60.0, grace=0.7)


@pytest.mark.parametrize(
    ("odd", "wrong"),
    [
        (
            on("legal", Down(CRASH, "it crashed")),
            SmokeStep(
                "every question is answered",
                False,
                "no answer to `legal`; it crashed. Its log: its last words",
                STAY,
            ),
        ),
        (
            on("apply", None),
            SmokeStep("every question is answered", False, "no answer to `apply` within 0.05 s; nothing came", FLUSH),
        ),
        (
            on("apply", "tick\x1b\n"),
            SmokeStep(
                "every question is answered",
                False,
                "no answer to `apply` within 0.05 s; what came was tick\\x1b; no answer came",
                f"{LOG} {FLUSH}",
            ),
        ),
        (
            on("legal", '{"jsonrpc":"2.0","id":ID}\n'),
            SmokeStep(
                "what is printed is an answer",
                False,
                "an answer with neither result nor error",
                'Add "result" with what the request asks for.',
            ),
        ),
        (
            on("legal", '{"jsonrpc":"2.0","id":77,"result":{}}\n'),
            SmokeStep(
                "what is printed is an answer",
                False,
                "an answer with an id that was not asked: 77 (asked: 2)",
                'Copy the request\'s `id` as it came: 1 is neither "1" nor 1.0.',
            ),
        ),
        (
            on("no_such_method", None, 2),
            SmokeStep(
                "ids are echoed as they came, text too",
                False,
                "no answer to `no_such_method` within 0.05 s; nothing came",
                COPY,
            ),
        ),
        (
            on("no_such_method", None, 66),
            SmokeStep(
                "64 requests may be in flight",
                False,
                "no answer to `no_such_method` within 0.05 s; nothing came",
                LOOP,
            ),
        ),
    ],
)
def test_what_makes_going_on_pointless_ends_the_trial(tried: Talk, odd: Respond, wrong: SmokeStep) -> None:
    steps = tried(odd, limits=QUICK)
    assert failed(steps) == [wrong]
    assert steps[-1] == wrong


@pytest.mark.parametrize(
    ("log", "told"), [(b"its last words", "its last words"), (b"x" * 400 + b"\nno such file\n", "no such file")]
)
def test_a_command_that_ends_at_once_is_told_as_one_with_whole_lines_of_its_log(
    log: bytes, told: str, tried: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def logging(self: Played, data: bytes) -> None:
        send(self, data)
        self.tail = log

    send = Played.send
    monkeypatch.setattr(Played, "send", logging)
    (wrong,) = tried(whole=lambda _: Down(CRASH, "it crashed"))
    assert wrong.message == f"no answer to `initialize`; it crashed. Its log: {told}"
    assert wrong.remedy.startswith("Run the command by itself, and mend what ends it: ")


def test_the_hello_has_the_time_of_a_start_and_every_other_answer_that_of_an_answer(tried: Talk) -> None:
    (wrong,) = tried(whole=lambda _: None, limits=Limits(timeout=60.0, start=0.05))
    assert wrong.message == "no answer to `initialize` within 0.05 s; nothing came"


def test_an_answer_that_lacks_its_line_end_alone_is_not_waited_for(
    tried: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = b'{"jsonrpc":"2.0","id":2,"result":{}}'
    monkeypatch.setattr(Played, "unended_bytes", lambda self: whole if len(self.heard) > 1 else b"")
    patient = Limits(timeout=60.0, start=60.0, grace=0.02)
    (wrong,) = failed(tried(on("legal", None), limits=patient))
    assert wrong.message.startswith("36 bytes came without a line end: ")


def test_a_line_without_its_end_is_told(tried: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Played, "unended_bytes", lambda self: b"{" if len(self.heard) > 1 else b"")
    (wrong,) = failed(tried(on("legal", None), limits=QUICK))
    assert (wrong.name, wrong.message) == ("what is printed is an answer", "1 byte came without a line end: {")
    (fallen,) = failed(tried(on("legal", Down(EXIT, "it ended")), limits=QUICK))
    assert fallen.message.startswith("no answer to `legal`; it ended; 1 byte came without a line end: {")


def test_of_a_log_the_end_is_told(tried: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def long(self: Played, data: bytes) -> None:
        send(self, data)
        if self.down:
            self.tail = b" a" + b"b" * 397 + b"\x1b\n"

    send = Played.send
    monkeypatch.setattr(Played, "send", long)
    (wrong,) = failed(tried(on("legal", Down(CRASH, "it crashed"))))
    assert wrong.message == f"no answer to `legal`; it crashed. Its log: {'a' + 'b' * 397}\\x1b"


def test_one_that_does_not_end_is_told(tried: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Played, "finish", lambda self, farewell: self.send(farewell))
    (wrong,) = failed(tried(limits=Limits(timeout=60.0, start=60.0, grace=0.7)))
    assert (wrong.name, wrong.message) == ("it ends after `shutdown`", "it still ran 0.7 s later")


def test_an_answer_that_came_before_the_fall_is_heard(tried: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def send(self: Played, data: bytes) -> None:
        usual(self, data)
        if b'"method":"legal"' in data:
            self.down = Down(CRASH, "it crashed")

    usual = Played.send
    monkeypatch.setattr(Played, "send", send)
    (wrong,) = failed(tried())
    assert wrong.message == "no answer to `apply`; it crashed"


@pytest.mark.parametrize(("extra", "cut"), [("", ""), ("x", "...")])
def test_names_are_told_up_to_a_length(tried: Talk, extra: str, cut: str) -> None:
    name = "n" * MAX_CHARACTERS_NAMED
    method, edition = name + extra, name + extra
    own = hello(methods=["legal", "apply", method], editions={EDITION: {}, edition: {}})
    own["games"][name + extra] = own["games"]["tribun"]
    own["engine"]["name"] = name + extra
    steps = tried(first=own)
    names = {step.name for step in steps}
    assert steps[0].message == f"{name}{cut}: tribun, {name}{cut}"
    assert {
        f"{name}{cut} is a game of Ludex",
        f"tribun {name}{cut} is an edition",
        f"tribun 2026-01: `{name}{cut}` answers a plain question, if there is one",
    } <= names


@pytest.mark.parametrize(("extra", "cut"), [("", ""), ("x", "...")])
def test_messages_are_told_up_to_a_length(tried: Talk, extra: str, cut: str) -> None:
    doubled = "m" * (300 - len("the member '' is written twice")) + extra
    line = '{"jsonrpc":"2.0","id":ID,"result":{"NAME":1,"NAME":2}}\n'.replace("NAME", doubled)
    (wrong,) = failed(tried(on("legal", line)))
    assert len(wrong.message) == 300 + len(cut)
    reported = ERROR.replace("out of range", "m" * (300 - len("JSON-RPC error -32603: ")) + extra)
    (thrown,) = failed(tried(on("legal", reported)))
    assert len(thrown.message) == 300 + len(cut)
    readings = {"r" * 76 + "x": ["c"], "s" * 80: ["s" * 80], "r" * 10: ["t" * (300 - 79 - 163 - 13) + extra]}
    (strange,) = failed(tried(first=hello(editions={EDITION: {"readings": readings}})))
    assert strange.message.endswith("t" + cut)
    assert len(strange.message) == 300 + len(cut)
