"""A wrong engine is found, what tells of it is made small, and it is kept in forms that can be asked again."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from ludex.authoring.skeletons import holds
from ludex.cli import main
from ludex.fault import Fault
from ludex.fuzz import pages
from ludex.fuzz.adopting import adopt
from ludex.fuzz.asking import Answered, FuzzQuestion
from ludex.fuzz.campaign import Campaign, FuzzAccount
from ludex.fuzz.causes import FuzzDifference, Why, group_by_cause, why
from ludex.fuzz.findings import FuzzFinding, keep, read_finding
from ludex.fuzz.order import Token
from ludex.fuzz.positions import Positions
from ludex.fuzz.shares import declared_settings
from ludex.fuzz.shrinking import Shrinker, Shrunk
from ludex.generate.scenarios import questions_of
from ludex.runner.interruption import Interruption
from ludex.scenario import read_text
from ludex.vectors.suite import MANIFEST, open_suite
from tests.fuzz.conftest import GAME, OFF_TURN, fuzz, order
from tests.fuzz.found import Here, slips_of, wrong_engine
from tests.fuzz.test_drawing import asker_of, draw, start_of
from tests.wrong_engines import LUDEX

OWNERS = ("P1", "P2", "P2", "P1", "P1")  # of whom two are off turn
UNITS_OF_A_WITNESS = 2  # one a side, or the game would be over


def test_a_wrong_engine_is_found_by_its_clause(account: FuzzAccount, findings: list[FuzzFinding]) -> None:
    assert account.compared == 250
    assert [one.clause for one in findings] == [OFF_TURN.clause]
    assert findings[0].count == account.differing > 0


def test_what_tells_of_it_is_made_as_small_as_can_be(findings: list[FuzzFinding]) -> None:
    units = findings[0].input["position"]["units"]
    assert len(units) == UNITS_OF_A_WITNESS
    assert {unit["hp"] for unit in units} == {1}
    assert findings[0].readings == {}


def test_of_a_replay_the_action_that_tells_is_left() -> None:
    asker, here = asker_of(GAME), Here(wrong_engine(GAME, OFF_TURN))
    setting = declared_settings(asker.framing.suite, asker.framing.offer)[0]
    position = next(one for one in draw(asker, 200) if one.outcome == ("position",)).question.fields["position"]
    end = [{"type": "END_TURN", "playerId": owner, "targetPosition": None, "targetUnitId": None} for owner in OWNERS]
    answered = asker.answer(FuzzQuestion("replay", setting, {"position": position, "actions": end}))
    assert answered is not None
    difference = FuzzDifference(0, answered, here.judge(asker.case(0, answered)))
    reason = why(difference, asker.case(0, answered))
    *_, least = Shrinker(asker, here, Positions(GAME, Random(0))).shrink(Shrunk(difference, reason), OFF_TURN.clause)
    assert least.difference.answered.question.operation == "apply"
    assert len(least.difference.answered.question.fields["position"]["units"]) == UNITS_OF_A_WITNESS


def test_of_a_whole_turn_the_action_that_tells_is_left() -> None:
    slip = next(one for one in slips_of("minions") if one.clause == "MIN-DTH-3")
    asker, here = asker_of("minions"), Here(wrong_engine("minions", slip))
    owed = next(
        one
        for one in declared_settings(asker.framing.suite, asker.framing.offer)
        if one.flipped == {"rebate-time": "owners-turn"}
    )
    start = start_of("minions")
    position = {**start, "boards": ["n|||||0/6Z3/2N3iZ2/6i3/4H5/0/0/7n2/0/0"], "maps": start["maps"][:1]}
    hits = [["e4", "g3"], ["h2", "g2"], ["g1", "g2"]]  # of which two destroy an initiate
    actions = [*({"kind": "attack", "board": 0, "attacks": [hit]} for hit in hits), {"kind": "end-turn"}]
    turn = {"position": position, "action": {"kind": "turn", "actions": actions}}
    answered = asker.answer(FuzzQuestion("apply", owed, turn))
    assert answered is not None
    difference = FuzzDifference(0, answered, here.judge(asker.case(0, answered)))
    reason = why(difference, asker.case(0, answered))
    *_, least = Shrinker(asker, here, Positions("minions", Random(0))).shrink(Shrunk(difference, reason), slip.clause)
    assert least.difference.answered.question.fields["action"]["kind"] == "attack"
    assert least.why.clauses == {slip.clause}


def test_its_scenario_holds_and_cites_the_clause(findings: list[FuzzFinding]) -> None:
    assert holds(findings[0].scenario)
    assert f"cites  {OFF_TURN.clause}" in findings[0].scenario


def test_the_reference_differs_in_nothing() -> None:
    account = fuzz(order(None, 400))
    assert (account.compared, account.differing, account.found) == (400, 0, [])


def test_what_is_kept_is_read_again_as_it_was(findings: list[FuzzFinding], tmp_path: Path) -> None:
    home = keep(tmp_path, GAME, findings)
    keep(tmp_path, GAME, findings)
    assert [read_finding(path) for path in home.glob("*.json") if path.name != MANIFEST] == findings
    assert [path.read_text(encoding="utf-8") for path in home.glob("*.ludex")] == [findings[0].scenario]
    suite = open_suite(GAME, tmp_path)
    (topic,) = suite.topics(suite.editions[0])
    assert {vector.id for vector in topic.vectors} == {findings[0].id}  # an answer for each reading


def test_what_is_kept_can_be_asked_again(
    findings: list[FuzzFinding], wrong_engine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path, GAME, findings)
    check = ["check", "--vectors", str(tmp_path), "--"]
    assert main([*check, *LUDEX, "engine"]) == 0
    assert main([*check, "env", f"PYTHONPATH={wrong_engine}", *LUDEX, "engine"]) == 1
    assert f"--vectors {shlex.quote(str(tmp_path))}" in capsys.readouterr().out


def test_a_token_replays_the_campaign_up_to_its_question(wrong_engine: Path, account: FuzzAccount) -> None:
    found = account.found[0]
    token = found.token
    again = Campaign(order(wrong_engine, 0), Interruption()).run(token)
    assert again.compared == token.number + 1
    assert [(one.clause, one.token) for one in again.found] == [(found.clause, token)]
    assert again.notes == []


def test_a_token_whose_question_does_not_differ_is_told_so(account: FuzzAccount) -> None:
    token = replace(account.found[0].token, number=3)
    again = Campaign(order(None, 0), Interruption()).run(token)
    assert (again.compared, again.found) == (4, [])
    assert again.notes == ["question 3 of the token does not differ now"]


def test_a_token_of_other_questions_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    token = Token(GAME, "1", 3, "00000000")
    assert main(["fuzz", "--replay", str(token), "--", *LUDEX, "engine"]) == 2
    assert f"the token {token} is of other questions" in capsys.readouterr().err


def test_differences_are_grouped_by_the_clause_that_explains_most() -> None:
    sharp = {number: Why("too kind", frozenset({"A", "B"})) for number in range(9)}
    other = {9: Why("too strict", frozenset({"B"})), 10: Why("otherwise", frozenset({"A", "C"}), False)}
    operations = {**dict.fromkeys(range(10), "apply"), 10: "replay"}
    groups = group_by_cause({**sharp, **other}, operations, {"A": 500, "B": 0})
    assert [(one.clause, len(one.numbers)) for one in groups] == [("B", 10), ("C", 1)]


def test_what_nobody_can_read_is_explained_by_the_clause_that_an_engine_overlooks() -> None:
    asker, (name, otherwise) = asker_of(GAME), ("", "x")
    setting = declared_settings(asker.framing.suite, asker.framing.offer)[0]
    place = {"alive": True, "hp": 1, "attack": 1, "position": {"x": 0, "y": 0}}
    other = {**place, "id": "b", "owner": "P2", "position": {"x": 1, "y": 1}}

    def asked(name: str) -> Answered:
        units = [{**place, "id": name, "owner": "P1"}, other]
        turn = {"currentPlayer": "P1", "isGameOver": False, "winner": None}
        position = {"board": {"width": 5, "height": 5}, "units": units, **turn}
        answered = asker.answer(FuzzQuestion("apply", setting, {"position": position, "action": {"type": "HOP"}}))
        assert answered is not None
        return answered

    right, got = asked(name), msgspec.json.encode(asked(otherwise).answer)
    case = asker.case(0, right)
    assert why(FuzzDifference(0, right, case.weigh_bytes(got)), case).clauses == {"TAC-UNT-5"}


def test_a_list_with_an_action_too_many_is_told_by_the_clauses_that_refuse_it() -> None:
    """By all that the question says: what a turn has spent refuses it, too."""
    asker = asker_of(GAME)
    usual = declared_settings(asker.framing.suite, asker.framing.offer)[0]
    setting = replace(usual, choices={**usual.choices, "turn-limits": "once-per-unit"})
    place = {"alive": True, "hp": 1, "attack": 1, "position": {"x": 0, "y": 0}}
    units = [{**place, "id": "a", "owner": "P1"}, {**place, "id": "b", "owner": "P2", "position": {"x": 4, "y": 4}}]
    turn = {"currentPlayer": "P1", "isGameOver": False, "winner": None}
    position = {"board": {"width": 5, "height": 5}, "units": units, **turn}

    def asked(moved: list[str]) -> Answered:
        spent = {"moved": moved, "attacked": []}
        answered = asker.answer(FuzzQuestion("legal", setting, {"position": position, "spent": spent}))
        assert answered is not None
        return answered

    right, got = asked(["a"]), msgspec.json.encode(asked([]).answer)
    case = asker.case(0, right)
    assert why(FuzzDifference(0, right, case.weigh_bytes(got)), case) == Why("too kind", frozenset({"TAC-TRN-5"}))


def test_what_is_made_of_many_steps_goes_to_a_cause_that_is_known() -> None:
    found = {0: Why("too kind", frozenset({"A"})), 1: Why("otherwise", frozenset({"A", "C"}), False)}
    assert group_by_cause(found, {0: "apply", 1: "replay"}, {})[0].numbers == [0, 1]
    assert len(group_by_cause(found, {0: "apply", 1: "apply"}, {})) == 2


def test_a_finding_becomes_a_scenario_once_and_under_a_name(
    findings: list[FuzzFinding], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = keep(tmp_path, GAME, findings) / f"{findings[0].id}.json"
    words = ["adopt", str(file), "--name", "Nobody else ends a turn", "--into", str(tmp_path / "scenarios")]
    assert main(words) == 0
    (made,) = (tmp_path / "scenarios").iterdir()
    text = made.read_text(encoding="utf-8")
    assert 'scenario "Nobody else ends a turn"' in text
    assert holds(text)
    asked = [one for scenario in read_text(text).scenarios for one in questions_of(scenario, findings[0].edition)]
    assert (findings[0].operation, findings[0].input) in [(one.operation, one.case.input) for one in asked]
    assert main(words) == 2
    assert "is there already" in capsys.readouterr().err


def test_what_has_no_words_is_adopted_by_nobody(findings: list[FuzzFinding], tmp_path: Path) -> None:
    with pytest.raises(Fault, match="has no words for"):
        adopt(replace(findings[0], scenario=""), "", "", tmp_path)
    untrue = findings[0].scenario.replace("refused by TAC-TRN-2", "nothing changes")
    with pytest.raises(Fault, match="does not hold"):
        adopt(replace(findings[0], scenario=untrue), "", "", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_pages_show_each_finding_with_its_boards(account: FuzzAccount, findings: list[FuzzFinding]) -> None:
    page = "\n".join(pages.html(account, findings, ["node", "x"], GAME))
    assert findings[0].id in page
    assert "<svg" in page
    assert findings[0].token in page
    suites = ElementTree.fromstring("\n".join(pages.junit(account, findings, ["node", "x"], GAME)))
    assert suites.attrib["failures"] == "1"
    failure = suites.find(".//failure")
    assert failure is not None
    assert " to move" in str(failure.text)
