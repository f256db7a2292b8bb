"""A wrong count of lines of play is followed down to the answer that is wrong, whichever it is."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from ludex.authoring.starting import starting_point
from ludex.authoring.subjects import plays_of
from ludex.cli import main
from ludex.fault import Fault
from ludex.games import tactics
from ludex.judge.settings import Setting
from ludex.judge.verdict import FAIL
from ludex.protocol.messages import Answer, GameOffer, Hello, Identity
from ludex.protocol.server import perform
from ludex.report.dividing import MOST_ROWS, division
from ludex.report.results import Result
from ludex.report.summary import next_step
from ludex.rulebook import rulebook
from ludex.runner import dividing
from ludex.runner.dividing import ActionCount, Divider, Level, WrongReply
from ludex.runner.limits import Limits
from ludex.runner.smoke import NoAnswer
from ludex.seam import reference_of
from ludex.vectors import open_suite
from tests.reports import made

RULES = tactics.REGISTER.rules("v1")
SETTING = Setting("v1", dict(RULES.choices))
START = tactics.show_position(tactics.start(RULES))
NAMED = {"game": "tactics", "edition": "v1", "readings": SETTING.choices}
CORNER = {"x": 0, "y": 0}
# What is wrong about an engine: a few lines that run before the reference greets as one.
LIST = """
right = operations.legal
def legal(position, rules):
    actions = list(right(position, rules))
    return actions if position.current == "P1" else actions[1:]
operations.legal = legal
"""
Params = dict[str, Any]
Respond = Callable[["Engine", Params], Any]
BY_ITSELF, COUNTED_FOR = ("legal", "apply", "perft"), ("legal", "apply")


def engine(*slips: str) -> tuple[str, ...]:
    lines = [
        "from ludex.games import tactics",
        "from ludex.games.tactics import operations",
        *slips,
        "from ludex.cli import main",
        "main(['engine'])",
    ]
    return (sys.executable, "-c", "\n".join(lines))


def legal(_: "Engine", params: Params) -> Any:
    return perform("legal", params)


def applied(_: "Engine", params: Params) -> Any:
    return perform("apply", params)


def counted(one: "Engine", params: Params) -> Any:
    """As an engine counts by its own list, and its own way to act."""
    depth, fields = params["depth"], {name: value for name, value in params.items() if name != "depth"}
    actions = one.legal(one, fields)["actions"]
    if depth == 1:
        return {"nodes": len(actions)}
    after = (one.apply(one, {**fields, "action": action})["position"] for action in actions)
    return {"nodes": sum(counted(one, {**fields, "position": here, "depth": depth - 1})["nodes"] for here in after)}


class Engine:
    """One that is played here; what it was asked is kept."""

    def __init__(self, methods: Sequence[str], **slips: Respond) -> None:
        self.methods = methods
        self.legal, self.apply, self.perft = legal, applied, counted
        self.asked: list[tuple[str, Params]] = []
        self.ends = 0
        self.timeout = 0.0
        self.process = SimpleNamespace(end=self.end)
        self.log = ""
        self.hello: Hello | None = Hello(1, Identity("played"), {"tactics": GameOffer([*methods])})
        vars(self).update(slips)

    def end(self) -> None:
        self.ends += 1

    def ask(self, method: str, params: Params) -> Answer:
        assert method in self.methods, "it does not offer that"
        self.asked.append((method, params))
        said = getattr(self, method)(self, params)
        return said if isinstance(said, Answer) else Answer("2.0", 1, Raw(msgspec.json.encode(said)))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setattr(dividing, "MOST_STEPS", 500)  # a count that never ends is to be told soon

    def greet(one: Engine) -> tuple[Any, Hello | None]:
        if isinstance(one.hello, NoAnswer):
            raise one.hello
        return None, one.hello

    def start(one: Engine, setting: Setting = SETTING) -> Divider:
        monkeypatch.setattr(dividing, "Talk", lambda *_: one)
        monkeypatch.setattr(dividing, "greet", greet)
        return Divider("tactics", setting, ("played",), Limits(timeout=7.0, start=3.0))

    return start


Played = Callable[..., Divider]


def divided(played: Played, one: Engine, depth: int = 2) -> list[Level | WrongReply]:
    return list(played(one).divide({"position": START}, depth))


@pytest.mark.parametrize("methods", [BY_ITSELF, COUNTED_FOR])
@pytest.mark.parametrize("depth", [1, 2])
def test_equal_counts_leave_nothing_to_divide(methods: Sequence[str], depth: int, played: Played) -> None:
    one = Engine(methods)
    assert divided(played, one, depth) == []
    assert one.timeout == 7.0
    for _, params in one.asked:
        assert {**params, **NAMED, "vector": None, "clauses": []} == params
    assert {method for method, _ in one.asked} == ({"perft"} if "perft" in methods else {*COUNTED_FOR[:depth]})


def lists_less(one: Engine, params: Params) -> Any:
    actions = legal(one, params)["actions"]
    return {"actions": actions if params["position"] == START else actions[1:]}


@pytest.mark.parametrize("methods", [BY_ITSELF, COUNTED_FOR])
def test_a_wrong_list_is_found_where_it_stands(methods: Sequence[str], played: Played) -> None:
    top, found = divided(played, Engine(methods, legal=lists_less))
    assert isinstance(top, Level)
    assert isinstance(found, WrongReply)
    assert top.actions == len(top.differing) == top.expected - top.got
    assert all(one.expected == one.got + 1 for one in top.differing)
    assert [one.expected for one in top.differing] == sorted(one.expected for one in top.differing)
    assert (top.depth, top.fields, top.followed) == (2, {"position": START}, top.differing[0].action)
    assert found.operation == "legal"
    after = tactics.apply(tactics.start(RULES), top.followed, RULES)
    assert found.fields["position"] == tactics.show_position(after)
    assert "1 missing" in found.message


def test_a_list_that_is_wrong_at_once_has_no_level_below(played: Played) -> None:
    (found,) = divided(
        played, Engine(BY_ITSELF, legal=lambda one, params: {"actions": legal(one, params)["actions"][1:]})
    )
    assert isinstance(found, WrongReply)
    assert (found.operation, found.fields) == ("legal", {"position": START})


def applies_otherwise(one: Engine, params: Params) -> Any:
    right = applied(one, params)
    if params["action"]["targetPosition"] == CORNER:
        del right["position"]["units"][1]
    return right


@pytest.mark.parametrize("methods", [BY_ITSELF, COUNTED_FOR])
def test_an_action_that_is_applied_otherwise_is_found(methods: Sequence[str], played: Played) -> None:
    *levels, found = divided(played, Engine(methods, apply=applies_otherwise))
    assert isinstance(found, WrongReply)
    assert [level.depth for level in levels if isinstance(level, Level)] == ([2, 1] if len(levels) == 2 else [2])
    assert (found.operation, found.fields["position"]) == ("apply", START)
    assert found.fields["action"]["targetPosition"] == CORNER
    assert [unit["id"] for unit in json.loads(found.got)["position"]["units"]] == ["u1", "u3", "u4"]


def test_a_count_that_is_not_the_sum_of_what_the_engine_answers_is_told(played: Played) -> None:
    *levels, found = divided(played, Engine(BY_ITSELF, perft=lambda *_: {"nodes": 7}))
    assert isinstance(found, WrongReply)
    assert [(level.depth, level.got, bool(level.differing)) for level in levels if isinstance(level, Level)] == [
        (2, 7, True),
        (1, 7, False),
    ]
    assert (found.operation, found.fields["depth"], found.got) == ("perft", 1, b'{"nodes":7}')
    assert found.message == f"counts 7 where its own answers make {found.expected['nodes']}"


def test_what_a_turn_has_spent_goes_with_each_count_after_an_action(played: Played) -> None:
    once = Setting("v1", {**RULES.choices, "turn-limits": "once-per-unit"})
    one = Engine(BY_ITSELF, perft=lambda one, params: {"nodes": counted(one, params)["nodes"] + (params["depth"] == 2)})
    top, _ = played(one, once).divide({"position": START}, 2)
    assert isinstance(top, Level)
    assert top.differing == (), "where what was spent is forgotten, more may be done"
    before = {unit["id"]: unit["position"] for unit in START["units"]}
    below = [params for method, params in one.asked if method == "perft" and params["depth"] == 1]
    spent = {
        tuple(unit["id"] for unit in params["position"]["units"] if unit["position"] != before[unit["id"]]): [
            *params.get("spent", {"moved": ()})["moved"]
        ]
        for params in below
    }
    assert len(spent) > 1
    assert {moved: list(moved) for moved in spent} == spent


def test_a_count_that_is_wrong_above_right_ones_is_told_once_each_action_was_tried(played: Played) -> None:
    one = Engine(BY_ITSELF, perft=lambda one, params: {"nodes": counted(one, params)["nodes"] + (params["depth"] == 2)})
    top, found = divided(played, one)
    assert isinstance(top, Level)
    assert isinstance(found, WrongReply)
    assert (top.differing, top.followed, top.got) == ((), None, top.expected + 1)
    assert (found.operation, found.fields) == ("perft", {"position": START, "depth": 2})
    actions = perform("legal", {**NAMED, "position": START})["actions"]
    assert [params["action"] for method, params in one.asked if method == "apply"] == actions


ERROR = Answer("2.0", 1, error=Raw(b'{"code":-32603,"message":"it broke"}'))


@pytest.mark.parametrize(
    ("methods", "slip", "operation", "got", "told"),
    [
        (BY_ITSELF, {"perft": {"illegal": {"broken": []}}}, "perft", b'{"illegal":{"broken":[]}}', "does not answer"),
        (BY_ITSELF, {"perft": {"nodes": "7"}}, "perft", b'{"nodes":"7"}', "its `perft` does not answer a question"),
        (BY_ITSELF, {"perft": {"nodes": True}}, "perft", b'{"nodes":true}', "does not answer"),
        (BY_ITSELF, {"perft": [7]}, "perft", b"[7]", "does not answer"),
        (BY_ITSELF, {"perft": Answer("2.0", 1, Raw(b"{"))}, "perft", b"null", "does not answer"),
        (BY_ITSELF, {"perft": ERROR}, "perft", bytes(ERROR.error), "JSON-RPC error -32603: it broke"),
        (COUNTED_FOR, {"legal": {"actions": {}}}, "legal", b'{"actions":{}}', "its `legal` does not answer"),
        (COUNTED_FOR, {"apply": {"illegal": {}}}, "apply", b'{"illegal":{}}', "its `apply` does not answer"),
        (COUNTED_FOR, {"apply": ERROR}, "apply", bytes(ERROR.error), "JSON-RPC error -32603: it broke"),
    ],
)
def test_an_answer_from_which_nothing_is_counted_is_the_wrong_one(
    methods: Sequence[str], slip: dict[str, Any], operation: str, got: bytes, told: str, played: Played
) -> None:
    ((name, said),) = slip.items()
    (found,) = divided(played, Engine(methods, **{name: lambda *_: said}))
    assert isinstance(found, WrongReply)
    assert (found.operation, found.got) == (operation, got)
    assert told in found.message
    assert found.fields["position"] == START


def test_an_error_in_the_place_of_a_list_is_the_wrong_answer(played: Played) -> None:
    one = Engine(BY_ITSELF, perft=lambda *_: {"nodes": 7}, legal=lambda *_: ERROR)
    (found,) = divided(played, one)
    assert isinstance(found, WrongReply)
    assert (found.operation, found.got) == ("legal", bytes(ERROR.error))
    assert found.expected == perform("legal", {**NAMED, "position": START})
    assert found.message == "JSON-RPC error -32603: it broke"


def test_a_count_through_lists_ends_where_it_takes_too_long(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = 1 + 2 * len(perform("legal", {**NAMED, "position": START})["actions"])  # lists, and actions applied
    monkeypatch.setattr(dividing, "MOST_STEPS", questions)
    assert divided(played, Engine(COUNTED_FOR)) == []
    monkeypatch.setattr(dividing, "MOST_STEPS", questions - 1)
    with pytest.raises(Fault) as fault:
        divided(played, Engine(COUNTED_FOR))
    assert fault.value.message == f"no count after {questions:,} questions through `legal` and `apply`"
    assert fault.value.remedy == "Choose a smaller --depth, or offer `perft`."


def test_silence_ends_the_engine_and_is_told_with_what_to_do(played: Played) -> None:
    def silent(*_: Any) -> Any:
        raise NoAnswer("a step", "no answer to `perft`", "Answer it.")

    one = Engine(BY_ITSELF, perft=silent)
    one.log = "its last words"
    with pytest.raises(Fault) as fault:
        divided(played, one)
    one.log = ""
    assert (fault.value.message, fault.value.remedy, one.ends) == (
        "the engine: no answer to `perft`. Its log: its last words",
        "Answer it.",
        1,
    )
    one.hello = NoAnswer("a step", "no hello", "Greet.")  # type: ignore[assignment]
    with pytest.raises(Fault) as fault:
        played(one)
    assert (fault.value.message, fault.value.remedy, one.ends) == ("the engine: no hello", "Greet.", 2)


@pytest.mark.parametrize(
    ("hello", "told"),
    [
        (None, "the engine does not say that it plays tactics"),
        (Hello(1, Identity("odd"), {"nim": GameOffer(["legal", "apply"])}), "that it plays tactics; it says nim"),
        (Hello(1, Identity("odd"), {}), "does not say that it plays tactics; it says no game"),
        (Hello(1, Identity("odd"), {"tactics": GameOffer(["apply"])}), "the engine does not offer `legal`"),
        (Hello(1, Identity("odd"), {"tactics": GameOffer(["perft"])}), "the engine does not offer `legal` and `apply`"),
    ],
)
def test_an_engine_that_cannot_be_divided_says_why(hello: Hello | None, told: str, played: Played) -> None:
    one = Engine(BY_ITSELF)
    one.hello = hello
    with pytest.raises(Fault) as fault:
        played(one)
    assert told in fault.value.message
    assert fault.value.remedy in (
        "`ludex smoke` tells what is wrong.",
        "A count is divided by these two.",
        "Count from a position of a game that it plays, or name tactics in the hello's `games`.",
    )
    assert one.ends == 1


def test_a_level_is_told_with_its_first_rows_and_what_is_followed() -> None:
    action = perform("legal", {**NAMED, "position": START})["actions"][0]

    def told(level: Level) -> list[str]:
        return list(division("tactics", SETTING, [level], 100))

    def level(rows: int, depth: int = 2) -> Level:
        differing = tuple(ActionCount(action, 1000 + number, 5) for number in range(rows))
        return Level(depth, {"position": START}, 2000, 9, 30, differing, action if rows else None)

    few, whole, many = (told(level(rows)) for rows in (1, MOST_ROWS, MOST_ROWS + 1))
    assert few[:2] == ["depth 2: expected 2,000, got 9", "  1 count of 30 actions differ (expected, got):"]
    assert few[2].startswith("      1,000         5  ")
    assert few[3:] == [f"  after {few[2].split('  ')[-1]}:", ""]
    assert len(whole) == 4 + MOST_ROWS
    assert many[-3] == "    … and 1 more action"
    assert len(many) == len(whole) + 1
    assert told(level(0)) == [
        "depth 2: expected 2,000, got 9",
        "  30 actions, and after each of them the counts are equal",
        "",
    ]
    assert told(level(0, 1)) == ["depth 1: expected 2,000, got 9", ""]


def test_the_command_tells_level_by_level_and_draws_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["divide", json.dumps(START), "--game", "tactics", "--depth", "2", "--", *engine(LIST)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("depth 2: expected ")
    assert "Here `legal` is wrong: actions: 1 missing: " in told
    assert "P2 to move" in told
    assert "`apply` accepts it, by TAC-" in told
    assert main(["divide", json.dumps(START), "--game", "tactics", "--depth", "1", "--", *engine(LIST)]) == 0
    many = len(perform("legal", {**NAMED, "position": START})["actions"])
    assert capsys.readouterr().out.endswith(f" as the rules do, 1 deep, under {SETTING.label}: {many} lines of play.\n")


def test_of_a_file_it_is_told_which_scenario_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.ludex"
    given = "  given  standard start, P1 to move\n  then   5 legal actions\n"
    path.write_text(f'game tactics\n\nscenario "one"\n{given}\nscenario "two"\n{given}')
    assert starting_point(str(path), None, None, {}).name == f'"one", {path}:3'
    assert main(["divide", f"{path}:8", "--depth", "1", "--", *engine()]) == 0
    assert capsys.readouterr().out.startswith(f'From "two", {path}:7:\nThe engine counts ')


@pytest.mark.parametrize(
    ("position", "game", "clause"),
    [
        ("P1 to move, a = P1 at (0,0) hp 1 attack 1", "tactics", "TAC-STA-4"),
        ("P1 to move, a = P1 at (9,9) hp 1 attack 1, b = P2 at (1,1) hp 1 attack 1", "tactics", "TAC-BRD-2"),
        ("black to move", "tribun", "TRB-UNT-4"),
    ],
)
def test_a_position_that_the_rules_do_not_read_is_not_counted(position: str, game: str, clause: str) -> None:
    with pytest.raises(Fault) as fault:
        starting_point(position, game, None, {})
    first, *sentences = fault.value.message.split("\n")
    edition = reference_of(game).REGISTER.editions[-1]
    assert first == f"nothing can be counted from here: under {edition} (default readings) it breaks {clause}"
    assert sentences == [f"    {clause}: {rulebook(game)[clause].sentence}"]
    assert fault.value.remedy == "Mend the position, or choose the --edition or --reading that allows it."


def test_readings_may_allow_a_position() -> None:
    assert starting_point("black to move", "tribun", None, {"boards": "study"}).name == ""


@pytest.mark.parametrize("wanted", ["nosuch-12345678@2026-01", "nosuch@2026-01", "apply-attack-12345"])
def test_what_looks_like_a_vector_is_told_as_one(wanted: str) -> None:
    for find in (lambda: starting_point(wanted, None, None, {}), lambda: plays_of(wanted, None, None)):
        with pytest.raises(Fault) as fault:
            find()
        assert fault.value.message.startswith(f"there is no vector {wanted!r}")
        assert fault.value.remedy == "`ludex check --list --game G` shows the vectors of a game."


def test_a_vector_of_another_game_is_told_with_its_game() -> None:
    suite = open_suite("tactics")
    vector = next(iter(suite.topics("v1"))).vectors[0]
    for find in (lambda: starting_point(vector.id, "tribun", None, {}), lambda: plays_of(vector.id, "tribun", None)):
        with pytest.raises(Fault) as fault:
            find()
        assert fault.value.message == f"no vector {vector.id!r} of tribun; it is one of tactics"
        assert fault.value.remedy == "Say --game tactics, or leave it out."


def test_where_a_count_starts_is_a_vector_a_scenario_or_a_position() -> None:
    suite = open_suite("tribun")
    edition = suite.editions[0]
    topic = next(one for one in suite.topics(edition) if one.topic == "perft")
    vector = next(one for one in topic.vectors if one.holds)
    start = starting_point(vector.id + f"@{edition}", None, None, {})
    asked = json.loads(bytes(vector.input))
    assert (start.game, start.depth, start.fields["position"]) == ("tribun", asked["depth"], asked["position"])
    assert vector.holds_under(start.setting.choices)
    start = starting_point(json.dumps(START), "tactics", None, {"dead-blocks": "yes"})
    assert (start.fields, start.depth) == ({"position": START}, None)
    assert start.setting.flipped == {"dead-blocks": "yes"}
    with pytest.raises(Fault, match="dead-block"):
        starting_point(json.dumps(START), "tactics", None, {"dead-block": "yes"})
    with pytest.raises(Fault, match="no edition 'v9'"):
        starting_point(json.dumps(START), "tactics", "v9", {})


def test_the_report_of_a_wrong_count_says_what_to_do_next() -> None:
    suite = open_suite("tactics")
    topic = next(one for one in suite.topics("v1") if one.operation == "perft")
    vector = topic.vectors[0]
    name = f"{vector.id}@v1"
    wrong = Result(name, 0, FAIL, got='{"nodes":3}', topic=topic.topic)
    results = replace(made.results([wrong], "tactics", suite.seal), command=("node", "my engine.js"))
    assert next_step(results, wrong, (topic, vector)) == (f"ludex divide {name} --game tactics -- node 'my engine.js'")
    crashed = Result(name, 0, "error", "crash", got="", topic=topic.topic)
    assert next_step(results, crashed, (topic, vector)) == ""
