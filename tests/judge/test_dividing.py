"""A wrong count of lines of play is followed down to the answer that is wrong, whichever it is."""

import json
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from ludex.authoring.starting import starting_point
from ludex.cli import main
from ludex.fault import Fault
from ludex.games import tactics
from ludex.judge.settings import Setting
from ludex.judge.verdict import FAIL
from ludex.report.results import Result
from ludex.report.summary import next_step
from ludex.runner.dividing import Divider, Level, WrongReply
from ludex.runner.limits import Limits
from ludex.vectors import open_suite
from tests.reports import made

RULES = tactics.REGISTER.rules("v1")
SETTING = Setting("v1", dict(RULES.choices))
START = tactics.show_position(tactics.start(RULES))
DEPTH = 2
# What is wrong about an engine: a few lines that run before the reference greets as one.
LIST = """
right = operations.legal
def legal(position, rules):
    actions = list(right(position, rules))
    return actions if position.current == "P1" else actions[1:]
operations.legal = legal
"""
APPLY = """
from dataclasses import replace
CORNER = {"x": 0, "y": 0}
right = operations.apply
def apply(position, action, rules, by=None):
    after = right(position, action, rules, by)
    if action["targetPosition"] == CORNER:
        return replace(after, units=after.units[:1] + after.units[2:])
    return after
operations.apply = tactics.apply = apply
"""
SUM = """
from ludex.rules.replaying import counted
tactics.OPERATIONS["perft"] = lambda fields, rules: {"nodes": 7}
"""
REFUSES = """
tactics.OPERATIONS["perft"] = lambda fields, rules: {"illegal": {"broken": []}}
"""
NO_PERFT = """
import ludex.protocol.server as server
right_of = server.operations_of
server.operations_of = lambda game: [name for name in right_of(game) if name != "perft"]
"""


def engine(*slips: str) -> tuple[str, ...]:
    lines = [
        "from ludex.games import tactics",
        "from ludex.games.tactics import operations",
        *slips,
        "from ludex.cli import main",
        "main(['engine'])",
    ]
    return (sys.executable, "-c", "\n".join(lines))


def divided(*slips: str, depth: int = DEPTH) -> list[Level | WrongReply]:
    divider = Divider("tactics", SETTING, engine(*slips), Limits(timeout=20, start=20, grace=1))
    try:
        return list(divider.divide({"position": START}, depth))
    finally:
        divider.end()


def test_equal_counts_leave_nothing_to_divide() -> None:
    assert divided() == []


@pytest.mark.parametrize("slips", [(LIST,), (LIST, NO_PERFT)], ids=["perft", "legal and apply"])
def test_a_wrong_list_is_found_where_it_stands(slips: tuple[str, ...]) -> None:
    top, found = divided(*slips)
    assert isinstance(top, Level)
    assert isinstance(found, WrongReply)
    assert top.differing
    assert all(one.expected == one.got + 1 for one in top.differing)
    assert top.expected - top.got == len(top.differing)
    assert found.operation == "legal"
    after = tactics.apply(tactics.start(RULES), top.followed, RULES)
    assert found.fields["position"] == tactics.show_position(after)
    assert found.fields["position"]["currentPlayer"] == "P2"
    assert "1 missing" in found.message


def test_an_action_that_is_applied_otherwise_is_found() -> None:
    *levels, found = divided(APPLY, NO_PERFT)
    assert isinstance(found, WrongReply)
    assert levels
    assert (found.operation, found.fields["position"]) == ("apply", START)
    assert found.fields["action"]["targetPosition"] == {"x": 0, "y": 0}
    assert [unit["id"] for unit in json.loads(found.got)["position"]["units"]] == ["u1", "u3", "u4"]


def test_a_count_that_is_not_the_sum_of_what_the_engine_answers_is_told() -> None:
    *_, found = divided(SUM)
    assert isinstance(found, WrongReply)
    assert (found.operation, found.fields["depth"], found.got) == ("perft", 1, b'{"nodes":7}')
    assert found.message == f"counts 7 where its own answers make {found.expected['nodes']}"


def test_an_answer_from_which_nothing_is_counted_is_the_wrong_one() -> None:
    (found,) = divided(REFUSES)
    assert isinstance(found, WrongReply)
    assert found.operation == "perft"
    assert "does not answer" in found.message


@pytest.mark.parametrize(
    ("offers", "told"),
    [
        ("games['nim'] = games.pop('tactics')", "does not say that it plays tactics"),
        ("games['tactics'].methods.remove('legal')", "does not offer `legal`"),
    ],
)
def test_an_engine_that_cannot_be_divided_says_why(offers: str, told: str) -> None:
    hello = {"games": {"tactics": {"methods": ["legal", "apply"]}}}
    games: Any = hello["games"]
    if "pop" in offers:
        games["nim"] = games.pop("tactics")
    else:
        games["tactics"]["methods"].remove("legal")
    answer = {"protocol": 1, "engine": {"name": "odd", "version": "1"}, **hello}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "result": answer})
    greeting = f"print({line!r}, flush=True); input(); input()"
    with pytest.raises(Fault, match=told):
        Divider("tactics", SETTING, (sys.executable, "-c", greeting), Limits(timeout=5, start=20, grace=1))


def test_the_command_tells_level_by_level_and_draws_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["divide", json.dumps(START), "--game", "tactics", "--depth", "2", "--", *engine(LIST)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("depth 2: expected ")
    assert "Here `legal` is wrong: actions: 1 missing: " in told
    assert "P2 to move" in told
    assert "`apply` accepts it, by TAC-" in told
    assert main(["divide", json.dumps(START), "--game", "tactics", "--depth", "1", "--", *engine(LIST)]) == 0
    assert "counts as the rules do, 1 deep, under v1" in capsys.readouterr().out


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
