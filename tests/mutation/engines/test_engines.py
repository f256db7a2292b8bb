"""Campaigns against engines that are not ours: what is built, asked, kept, compared, and said when it cannot be."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from ludex.cli import main
from ludex.judge.settings import RulesAsked, Setting, settings
from ludex.mutation.engines.account import table
from ludex.mutation.engines.campaign import KILLED, STILLBORN, SURVIVED, SlipPlan
from ludex.mutation.engines.cases import expected_of
from ludex.mutation.engines.folder import describe, slips_of
from ludex.mutation.engines.kept import keep, read_strangers
from ludex.mutation.engines.running import account_of
from ludex.mutation.loading import load
from ludex.protocol.messages import GameOffer
from ludex.runner.interruption import Interruption
from ludex.vectors.suite import open_suite
from tests.mutation.engines.toys import HAS_NODE, javascript_engine, python_engine
from tests.mutation.toy import GAME, VECTORS, toy


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr("ludex.mutation.engines.campaign.DRAWN", 60)
    with toy(tmp_path, monkeypatch, VECTORS):
        reference = load(GAME)

        def expected(game: str, operation: str, setting: Setting, fields: dict[str, object]) -> Raw | None:  # noqa: ARG001
            try:
                return Raw(reference.answer(operation, setting.edition, setting.flipped, fields))
            except (TypeError, LookupError):
                return None

        monkeypatch.setattr("ludex.mutation.engines.cases.expected_of", expected)
        yield tmp_path


@pytest.mark.parametrize(("by", "asked"), [("server", True), ("black", True), (268435491, False), ("", False)])
def test_what_no_request_may_say_is_not_drawn(by: object, asked: bool) -> None:
    suite = open_suite("tribun")
    setting = settings(suite, GameOffer(["apply"]), RulesAsked())[0]
    topic = next(topic for name in suite.names_of(setting.edition) if (topic := suite.topic(name)).operation == "apply")
    fields = {**msgspec.json.decode(topic.vectors[0].input), "by": by}
    assert (expected_of("tribun", "apply", setting, fields) is not None) is asked


def campaign(folder: Path, journal: Path | None = None, **plan: object):  # type: ignore[no-untyped-def]
    engine = describe(folder, None, None, (), ())
    return account_of(engine, SlipPlan(jobs=1, **plan), journal, Interruption(), lambda _: None)  # type: ignore[arg-type]


def hashes(folder: Path, *wanted: tuple[str, str]) -> frozenset[str]:
    """The names of slips, by their kind and what they put there."""
    every = slips_of(describe(folder, None, None, (), ()))
    found = [next(one.hash for one in every if (one.operator, one.after) == pair) for pair in wanted]
    return frozenset(found)


def test_what_a_vector_fails_is_killed_and_what_none_asks_is_a_hole_with_its_question(world: Path) -> None:
    folder = python_engine(world / "engine")
    found = campaign(folder, only=hashes(folder, ("swap an operation", "+"), ("off by one", "10"), ("off by one", "0")))
    outcomes = {slip.what.split(" in ")[0]: one for slip, one in found.made}
    killed = outcomes["swap an operation: - -> +"]
    assert killed.outcome == KILLED
    able = {"take-one-00000001@v1", "take-last-00000002@v1", "take-three-00000005@v1+at-most=three"}
    assert killed.killers  # the first ends the run; what was answered by then is told as well
    assert able.issuperset(killed.killers)
    same = outcomes["off by one: 9 -> 10"]
    assert (same.outcome, same.difference, same.drawn) == (SURVIVED, None, 60)


def test_a_list_that_no_vector_asks_is_told_of_by_a_drawn_question(world: Path) -> None:
    folder = python_engine(world / "engine")
    wanted = [
        one for one in slips_of(describe(folder, None, None, (), ())) if one.what.startswith("off by one: 1 -> 2")
    ]
    (slip,) = (one for one in wanted if "range" in one.context)
    found = campaign(folder, only=frozenset({slip.hash}))
    ((_, outcome),) = found.made
    assert outcome.outcome == SURVIVED
    assert outcome.difference is not None
    assert outcome.difference.operation == "legal"
    shown = "\n".join(table(found, folder))
    assert "expected " + outcome.difference.expected in shown
    assert "got      " + outcome.difference.got in shown
    assert "power 0.00 %" in shown


def test_the_folder_stays_as_it_is_and_a_mutant_that_does_not_build_is_stillborn(world: Path) -> None:
    check = "import ast,sys; source = open('toy.py').read(); ast.parse(source); sys.exit('position + take' in source)"
    folder = python_engine(world / "engine", build=[sys.executable, "-c", check])
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    found = campaign(folder, only=hashes(folder, ("swap an operation", "+")))
    assert [one.outcome for _, one in found.made] == [STILLBORN]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_mutant_without_an_end_is_killed(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.mutation.engines import asking

    hasty = msgspec.structs.replace(asking.LIMITS, timeout=1.0)
    monkeypatch.setattr(asking.EngineTalk.__init__, "__defaults__", (hasty,))
    folder = python_engine(world / "engine")
    text = (folder / "toy.py").read_text(encoding="utf-8")
    looping = text.replace('    return {"position"', '    while take < 0:\n        pass\n    return {"position"')
    (folder / "toy.py").write_text(looping, encoding="utf-8")
    found = campaign(folder, only=hashes(folder, ("shift a bound", ">=")))
    assert {one.outcome for _, one in found.made} == {KILLED}


@pytest.mark.skipif(not HAS_NODE, reason="node is not on PATH")
def test_an_engine_in_another_language_is_treated_alike(world: Path) -> None:
    folder = javascript_engine(world / "engine")
    found = campaign(folder)
    assert found.slips == len(found.made) > 25
    assert found.outcomes[KILLED] > 15
    assert {one.where.partition(":")[0] for one, _ in found.made} == {"rules.js"}


def test_a_campaign_goes_on_with_its_journal_and_believes_it_only_for_the_same_source(world: Path) -> None:
    folder, journal = python_engine(world / "engine"), world / "journal.jsonl"
    first = campaign(folder, journal, sample=4, seed="a")
    lines = journal.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(first.made) == 5
    with journal.open("a", encoding="utf-8") as cut_off:
        cut_off.write('{"hash":"00')
    again = campaign(folder, journal, sample=4, seed="a")
    assert {one.hash: one for _, one in again.made} == {one.hash: one for _, one in first.made}
    with (folder / "toy.py").open("a", encoding="utf-8") as source:
        source.write("# another line\n")
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert len(campaign(folder, journal, sample=4, seed="a").made) == 4
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 9


def test_a_larger_sample_begins_with_the_smaller_one(world: Path) -> None:
    from ludex.mutation.engines.campaign import choose

    every = slips_of(describe(python_engine(world / "engine"), None, None, (), ()))
    small, large = (choose(every, SlipPlan(sample=number, seed="x")) for number in (5, 9))
    assert large[:5] == small
    assert choose(every, SlipPlan(sample=5, seed="y")) != small


def test_one_that_is_listed_with_an_argument_is_the_same_game(world: Path) -> None:
    folder = python_engine(world / "engine")
    (name,) = hashes(folder, ("off by one", "10"))
    entry = (
        f'[[equivalent]]\nmutant = "{name}"\nwhere = "toy.py"\nslip = "9"\nwhy = "Nobody may take more than three."\n'
    )
    (folder / "mutants.toml").write_text(entry, encoding="utf-8")
    found = campaign(folder, only=frozenset({name}))
    assert (found.outcomes, found.survivors, found.faults) == ({"equivalent": 1}, [], [])
    (folder / "mutants.toml").write_text(entry.replace("Nobody may take more than three.", "no"), encoding="utf-8")
    assert any("not argued" in fault for fault in campaign(folder, only=frozenset({name})).faults)
    (killed,) = hashes(folder, ("swap an operation", "+"))
    (folder / "mutants.toml").write_text(entry.replace(name, killed), encoding="utf-8")
    assert any("kills it" in fault for fault in campaign(folder, only=frozenset({killed})).faults)


def test_who_told_is_kept_beside_the_vectors_for_choosing_a_core(world: Path) -> None:
    folder = python_engine(world / "engine")
    found = campaign(folder, only=hashes(folder, ("swap an operation", "+")))
    keep(found)
    kept = read_strangers(GAME)
    assert kept.kills("toy-python") == {one.hash: frozenset(one.killers) for _, one in found.made}


# The command


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["power", *words])
    return (status, *capsys.readouterr())


def test_the_command_lists_runs_and_writes(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = python_engine(world / "engine"), world / "out.json"
    (name,) = hashes(folder, ("swap an operation", "+"))
    status, told, _ = said(capsys, "--engine", str(folder), "--list", "--mutant", name)
    assert (status, told.split()[0]) == (0, name)
    status, told, _ = said(capsys, "--engine", str(folder), "--mutant", name, "-j", "1", "--json", str(out))
    assert status == 0
    assert "power 100.00 %: the vectors tell of 1 of 1 slip" in told
    assert json.loads(out.read_text(encoding="utf-8"))["made"][0]["outcome"] == "killed"


def test_a_folder_needs_no_description_where_the_command_line_gives_it(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = python_engine(world / "engine")
    (name,) = hashes(folder, ("swap an operation", "+"))
    (folder / "engine.json").unlink()
    words = ["--engine", str(folder), "--game", GAME, "--mutant", name, "-j", "1", "--", sys.executable, "toy.py"]
    assert said(capsys, *words)[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--engine", "nowhere"), "nowhere is no folder"),
        (("--build", "make"), "--build goes only with --engine"),
        (("--engine", "engine", "--history", "x"), "--engine does not go with --history"),
        (("--engine", "engine", "--game", "a", "--game", "b"), "one game at a time"),
        (("--engine", "engine", "--mutant", "0" * 12), "no slip is called 000000000000"),
        (("--engine", "engine", "--sources", "*.none"), "no source to change"),
        (("--engine", "engine", "--build", "no-such-tool"), "no-such-tool, which builds it, is not on PATH"),
        (("--engine", "engine", "--build", "false"), "the engine cannot be built as it is"),
        (("--sample", "1", "--", "x"), "a command starts an engine, and none was asked for"),
    ],
)
def test_who_asks_wrongly_is_told(
    words: tuple[str, ...],
    told: str,
    world: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    python_engine(world / "engine")
    monkeypatch.chdir(world)
    status, _, err = said(capsys, *words)
    assert status == 2
    assert told in err


def test_a_folder_that_says_nothing_is_told_what_to_say(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (world / "bare").mkdir()
    status, _, err = said(capsys, "--engine", str(world / "bare"))
    assert status == 2
    assert "does not say how the engine is built and started" in err
    assert "engine.json" in err


def test_an_engine_that_does_not_pass_as_it_is_shows_nothing(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = python_engine(world / "engine")
    text = (folder / "toy.py").read_text(encoding="utf-8")
    (folder / "toy.py").write_text(text.replace("position - take", "position"), encoding="utf-8")
    status, _, err = said(capsys, "--engine", str(folder), "--sample", "1", "-j", "1")
    assert status == 2
    assert "the engine as it is does not pass: take-" in err


def test_a_journal_of_something_else_is_left_alone(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, other = python_engine(world / "engine"), world / "notes.txt"
    other.write_text("my notes\n", encoding="utf-8")
    status, _, err = said(capsys, "--engine", str(folder), "--sample", "1", "--journal", str(other))
    assert status == 2
    assert "is no journal of this kind of campaign" in err
    assert other.read_text(encoding="utf-8") == "my notes\n"


def test_a_copy_shows_what_stands_beside_its_folder(tmp_path: Path) -> None:
    from ludex.mutation.engines.copies import EngineCopy

    source = tmp_path / "repository" / "engines" / "mine"
    (source / "target").mkdir(parents=True)
    (source / "node_modules").mkdir()
    (source / "a.txt").write_text("a", encoding="utf-8")
    (tmp_path / "repository" / ".git").mkdir()
    (tmp_path / "repository" / "spec.txt").write_text("spec", encoding="utf-8")
    copy = EngineCopy(tmp_path / "room", source)
    assert (copy.folder / "../../spec.txt").read_text(encoding="utf-8") == "spec"
    assert sorted(os.listdir(copy.folder)) == ["a.txt", "node_modules"]
    copy.put("a.txt", b"b")
    assert (source / "a.txt").read_text(encoding="utf-8") == "a"
