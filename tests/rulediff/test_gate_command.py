"""The command `ludex gate`: which revision it looks at, how much it asks and shows, what it writes, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.vectors.format import Topic, Vector
from tests.rulediff.repository import Repository

Gate = Callable[..., tuple[int, str, str]]


def few(topic: Topic, vector: Vector) -> bool:
    return topic.operation != "perft" and int(vector.id[-2:], 16) % 40 == 0


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Two games, and a change in the rules of the first that nothing declares; the last commit holds it already."""
    repository = Repository(tmp_path_factory.mktemp("changed"), {"tactics": few, "tribun": few})
    attacking = "reference/ludex/games/tactics/attacking.py"
    repository.change(attacking, 'rules.reads("hp-floor", "zero")', "(True)")
    repository.commit("Changed")
    return repository


@pytest.fixture
def gate(changed: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Gate]:
    """Runs the command there; what it writes is gone afterwards."""
    monkeypatch.setattr("ludex.where.spec", lambda: changed.root / "spec")

    def run(*words: str) -> tuple[int, str, str]:
        status = main(["gate", *words])
        return (status, *capsys.readouterr())

    yield run
    for path in (changed.root / "changes").glob("*"):
        path.unlink()


def test_a_change_is_seen_from_the_revision_before_it_and_from_no_later_one(gate: Gate, changed: Repository) -> None:
    status, said, _ = gate("--base", "HEAD~1", "--play", "0")
    assert status == 1
    assert re.search("^tactics: .* and 0 other questions compared$", said, re.MULTILINE)
    assert "no declaration says so" in said
    assert "TAC-ATK-5" in said
    assert not (changed.root / "changes").exists()
    status, said, _ = gate("--base", "HEAD", "--play", "0")
    assert status == 0
    assert said.count("its rules are what they were") == 2


def test_as_many_rows_are_played_as_are_asked_for(gate: Gate) -> None:
    played = []
    for rows in ("1", "2"):
        _, said, _ = gate("--base", "HEAD~1", "--play", rows)
        played.append(int(re.findall("and ([0-9,]+) other questions compared", said)[0].replace(",", "")))
    assert 0 < played[0] < played[1]


def test_no_more_changes_are_drawn_than_are_asked_for(gate: Gate) -> None:
    told = [gate("--base", "HEAD~1", "--play", "0", *words)[1] for words in (("--show", "0"), ("--show", "1"), ())]
    assert ["  First seen" in said or "  before: " in said for said in told] == [False, True, True], told


def test_a_declaration_is_written_and_named_where_one_is_asked_for(gate: Gate, changed: Repository) -> None:
    status, said, _ = gate("--base", "HEAD~1", "--play", "0", "--declare")
    assert status == 1
    (written,) = (changed.root / "changes").iterdir()
    assert said.endswith(f"written: changes/{written.name} (fill in kind, name, clauses and reason)\n")
    assert "TAC-ATK-5" in written.read_text(encoding="utf-8")


def test_what_is_to_be_looked_at_stops_where_that_is_asked_for_and_stands_beside_the_change_on_github(
    gate: Gate, changed: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    book = changed.root / "spec/tactics/rulebook/08-attacking.md"
    text = book.read_text(encoding="utf-8")
    title = "### TAC-ATK-5 · must · effect · Damage\n"
    assert title in text
    book.write_text(text.replace(title, f"{title}By 50 % of the house. "), encoding="utf-8")
    summary = tmp_path / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    words = ("--base", "HEAD", "--play", "0")
    try:
        status, said, _ = gate(*words)
        strict, _, _ = gate(*words, "--strict")
    finally:
        book.write_text(text, encoding="utf-8")
    assert (status, strict) == (0, 1)
    (warning,) = (line for line in said.splitlines() if line.startswith("::"))
    assert warning.startswith("::warning title=Ludex gate, tactics::the text of TAC-ATK-5 changed")
    assert "%0A" in warning
    assert "50 %25 of" in warning
    told = summary.read_text(encoding="utf-8")
    assert told.startswith("before\n## The gate of rules\n")
    assert "- tactics: passes, " in told
    assert "- **warning**, tactics: `the text of TAC-ATK-5 changed, and no answer changed by it`" in told


def test_another_checkout_can_be_judged(changed: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", "--base", "HEAD", "--play", "0", "--tree", str(changed.root)]) == 0
    assert capsys.readouterr().out.count("its rules are what they were") == 2


@pytest.mark.parametrize("option", ["--show", "--play"])
def test_fewer_than_none_is_refused_and_the_other_may_be_none(gate: Gate, option: str) -> None:
    assert gate("--base", "HEAD", option, "-1") == (2, "", "ludex: --show and --play must not be less than 0\n")
    assert gate("--base", "HEAD", "--show", "0", "--play", "0")[0] == 0


def test_without_a_checkout_there_is_nothing_to_look_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludex.where.spec", lambda: tmp_path / "spec")
    assert main(["gate", "--base", "HEAD"]) == 2
    assert "the gate works in a checkout of Ludex\n  Clone the repository" in capsys.readouterr().err
