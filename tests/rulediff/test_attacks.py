"""Ways to bring a change past the gate: each stops, or stands among what a person has to look at.

Many are tried in one change: of a change that does more no less is told.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from ludex.rulediff.asking import PlayAmount
from ludex.rulediff.comparing import Comparison
from ludex.rulediff.flips import Flip, SidedQuestion
from ludex.rulediff.gate import Findings, Happened, declare, gate, review_play
from ludex.rulediff.kept import KnownVector, lost_vectors, told_twice
from ludex.rulediff.sides import Side
from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import Suite
from tests.rulediff.repository import Repository, thin

NO_PLAY = PlayAmount(rows=0)
GAME = "reference/ludex/games/tactics"
ATTACKING = f"{GAME}/attacking.py"
VECTORS = "vectors/tactics"
DECLARED = """game = "tactics"
kind = "erratum"
name = ""
clauses = []
reason = "as it should be"
vectors = []
unseen = []
removed = ["{}"]
"""
OTHERS = {
    "conformance/ludex/cli/gate.py": "PASSES = 0\n",
    "conformance/ludex/suites/tactics/suite.py": "FREE = {}\n",
    "conformance/ludex/support/tactics/symmetries.py": "SYMMETRIES = ('turned',)\n",
    "grammar/ludex/scenario/runner.py": "STRICT = True\n",
    "conformance/PROTOCOL.md": "An answer must come.\n",
    "spec/language/README.md": "A scenario.\n",
    "pyproject.toml": "[project]\n",
    ".ci/run": "make test\n",
    ".github/workflows/ludex.yml": "gate\n",
    "Makefile": "test:\n",
    "action.yml": "gate\n",
    "tests/test_rules.py": "def test_one():\n    assert 1 == 1\n\n\ndef test_two():\n    assert 2 == 2\n",
    f"{VECTORS}/core.json": '{"vectors": {"a": []}}\n',
    f"{VECTORS}/power.toml": "[[unasked]]\n",
    "changes/tactics-001.toml": DECLARED.format("corner-00000000@v1"),
    "changes/tactics-002.toml": DECLARED.format("corner-00000001@v1"),
}


def few(topic: Topic, vector: Vector) -> bool:
    """A hundredth of the vectors, and more of those that expect other things under other readings."""
    chosen = 20 if b'"conditional"' in bytes(vector.expect) else 100
    return topic.operation != "perft" and int(vector.id[-4:], 16) % chosen == 0


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    repository = Repository(tmp_path_factory.mktemp("attacked"), {"tactics": few})
    for path, text in OTHERS.items():
        write(repository, path, text)
    repository.commit("With all that stands beside")
    return repository


@pytest.fixture
def repository(clean: Repository) -> Iterator[Repository]:
    yield clean
    clean.git("reset", "--quiet", "--hard")
    clean.git("clean", "--quiet", "-fdx")


def write(repository: Repository, path: str, text: str) -> None:
    file = repository.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def said(repository: Repository) -> str:
    """All that the gate says, a line each; what stops begins with that."""
    return told(gate(repository.root, "HEAD", NO_PLAY))


def told(findings: list[Findings]) -> str:
    return "\n".join(
        [
            *(f"stop: {line}" for one in findings for line in one.stops),
            *(line for one in findings for line in one.review),
        ]
    )


def add_to(path: str, text: str) -> Callable[[Repository], None]:
    """An attack that adds a text at the end of a file."""

    def attack(repository: Repository) -> None:
        file = repository.root / path
        write(repository, path, (file.read_text(encoding="utf-8") if file.is_file() else "") + text)

    return attack


def replaced(path: str, old: str, new: str) -> Callable[[Repository], None]:
    return lambda repository: repository.change(path, old, new)


def removed(path: str) -> Callable[[Repository], None]:
    return lambda repository: (repository.root / path).unlink()


# What stands beside the rules

BOOK = "spec/tactics/rulebook"
SCENARIOS = "spec/tactics/scenarios/attacking.ludex"
BESIDE: Mapping[str, tuple[Callable[[Repository], None], str]] = {
    "the command of the gate itself": (
        add_to("conformance/ludex/cli/gate.py", "STOPPED = 0\n"),
        "the code that judges changed: conformance/ludex/cli/gate.py",
    ),
    "how scenarios are played": (
        add_to("grammar/ludex/scenario/runner.py", "STRICT = False\n"),
        "grammar/ludex/scenario/runner.py",
    ),
    "a field that is free from now on": (
        add_to("conformance/ludex/suites/tactics/suite.py", "FREE = {'TAC-ATK-5': 'why not'}\n"),
        "what is worth asking, and what is free changed: conformance/ludex/suites/tactics/suite.py",
    ),
    "a symmetry less": (
        add_to("conformance/ludex/support/tactics/symmetries.py", "SYMMETRIES = ()\n"),
        "how a game is read, shown and turned round changed: conformance/ludex/support/tactics/symmetries.py",
    ),
    "cases by hand that are gone": (removed("spec/tactics/cases/numbers.toml"), "spec/tactics/cases/numbers.toml"),
    "the protocol": (
        add_to("conformance/PROTOCOL.md", "Or not.\n"),
        "what all games are written in changed: conformance/PROTOCOL.md",
    ),
    "what runs before a merge": (
        add_to(".github/workflows/ludex.yml", "continue-on-error: true\n"),
        "what runs before a merge changed: .github/workflows/ludex.yml",
    ),
    "a core of nothing": (
        replaced(f"{VECTORS}/core.json", '{"a": []}', "{}"),
        f"what stands for all vectors changed: {VECTORS}/core.json",
    ),
    "an excuse for a mutant": (add_to(f"{VECTORS}/power.toml", "[[open]]\n"), f"{VECTORS}/power.toml"),
    "an excuse in the matrix": (
        add_to("spec/tactics/matrix.toml", '\n[[few]]\nclauses = ["TAC-ATK-5"]\nwhy = "So."\n'),
        "spec/tactics/matrix.toml",
    ),
    "a looser schema": (
        add_to("spec/tactics/wire.schema.json", " "),
        "the form of questions and answers changed: spec/tactics/wire.schema.json",
    ),
    "a clause that needs no test any more": (
        replaced(f"{BOOK}/08-attacking.md", "\nKind `not-adjacent`.\n", "\nRefuses nothing: so.\n"),
        "what stands below the sentence of a clause changed: TAC-ATK-1",
    ),
    "words outside of any clause": (
        add_to(f"{BOOK}/00-reading-this.md", "\nA note binds nobody.\n"),
        f"text outside of clauses changed: {BOOK}/00-reading-this.md",
    ),
    "a scenario that says less": (
        replaced(SCENARIOS, "valid, x has hp 2, P1 to move", "valid"),
        f"scenarios that are gone, or say less: {SCENARIOS}: a hit",
    ),
    "a test that is gone": (
        replaced("tests/test_rules.py", "def test_one():\n    assert 1 == 1\n", ""),
        "tests that are gone: tests/test_rules.py::test_one",
    ),
    "a test that asserts nothing": (
        replaced("tests/test_rules.py", "assert 2 == 2", "pass"),
        "tests that say something else: tests/test_rules.py::test_two",
    ),
    "a declaration of old that is gone": (
        removed("changes/tactics-001.toml"),
        "stop: changes/tactics-001.toml was there at the base",
    ),
    "a declaration of old that says something else": (
        replaced("changes/tactics-002.toml", "as it should be", "as it was"),
        "stop: changes/tactics-002.toml was there at the base",
    ),
}


@pytest.fixture(scope="module")
def beside(clean: Repository) -> str:
    for attack, _ in BESIDE.values():
        attack(clean)
    try:
        return said(clean)
    finally:
        clean.git("reset", "--quiet", "--hard")
        clean.git("clean", "--quiet", "-fdx")


@pytest.mark.parametrize("name", BESIDE)
def test_what_changes_beside_the_rules_is_named(beside: str, name: str) -> None:
    assert BESIDE[name][1] in beside


# What git can hold


def test_what_a_comparison_of_files_does_not_see_stops(repository: Repository) -> None:
    root = repository.root
    (root / GAME / "more").symlink_to(root / "spec", target_is_directory=True)
    cached = root / GAME / "__pycache__" / "attacking.cpython-311.pyc"
    cached.parent.mkdir(exist_ok=True)
    cached.write_bytes(b"")
    write(repository, "Spec/tactics/matrix.toml", "")
    write(repository, "spec/Tactics/matrix.toml", "")
    repository.git("add", "--force", ".")
    told = said(repository)
    assert f"stop: {GAME}/more is a link or a repository of its own" in told
    assert (
        f"stop: {GAME}/__pycache__/attacking.cpython-311.pyc is run by Python in place of a text that people read"
        in told
    )
    assert "are one file on some machines" in told


def test_a_base_is_looked_at_as_it_was_committed_whatever_attributes_say(clean: Repository) -> None:
    write(clean, ".gitattributes", "vectors/** export-ignore\n")
    clean.commit("A harmless file")
    try:
        shutil.rmtree(clean.root / VECTORS / "topics")
        for path in (clean.root / VECTORS).glob("*.json"):
            path.unlink()
        assert "gone without a new name" in said(clean)
    finally:
        clean.git("reset", "--quiet", "--hard", "HEAD~1")


# The vectors' files


def vectors_told(repository: Repository, altered: Callable[[Vector], Vector]) -> str:
    thin("tactics", repository.root / VECTORS, few, altered)
    return said(repository)


def alter(**fields: object) -> Callable[[Vector], Vector]:
    return lambda vector: msgspec.structs.replace(vector, **fields)


def test_vectors_that_say_otherwise_what_is_no_answer_are_named(repository: Repository) -> None:
    told = vectors_told(repository, alter(why="", clauses=[], tags=["slow"]))
    assert re.search(r"vectors named otherwise: ", told)
    assert re.search(r"vectors marked otherwise: ", told)


def test_a_vector_that_is_asked_under_fewer_readings_is_gone_under_the_others(repository: Repository) -> None:
    def narrow(vector: Vector) -> Vector:
        return vector if vector.holds else msgspec.structs.replace(vector, holds=[{"hp-floor": ["none"]}])

    told = vectors_told(repository, narrow)
    assert "gone without a new name in renames.json or a declaration (removed): " in told
    assert "vectors that were there say otherwise or are gone, and their version is still 1.0.0" in told


def test_what_is_expected_under_readings_that_are_no_default_is_named(repository: Repository) -> None:
    def less(vector: Vector) -> Vector:
        expected = json.loads(bytes(vector.expect))
        if isinstance(expected, dict) and expected.pop("conditional", None):
            return msgspec.structs.replace(vector, expect=msgspec.Raw(msgspec.json.encode(expected)))
        return vector

    assert "answered under other readings otherwise: " in vectors_told(repository, less)


def test_a_manifest_that_has_less_asked_and_a_version_that_stays_are_named(repository: Repository) -> None:
    manifest = repository.root / VECTORS / "manifest.json"
    data = json.loads(manifest.read_bytes())
    manifest.write_text(json.dumps({**data, "promises": {}}), encoding="utf-8")
    assert "the manifest says otherwise: promises" in said(repository)


VECTOR = Vector("a-00000000", "why", [], msgspec.Raw(b"{}"), msgspec.Raw(b"{}"))
TOPIC = Topic("tactics", "one", "apply", "apply", "apply", [VECTOR, VECTOR])


def test_an_id_that_two_vectors_have_is_told() -> None:
    suite = SimpleNamespace(editions=("one",), topics=lambda _: [TOPIC])
    assert list(told_twice(cast("Suite", suite))) == ["a-00000000@one"]


def test_a_new_name_in_another_edition_is_none() -> None:
    known = KnownVector(VECTOR, TOPIC, {})
    old, new = {"a-00000000@one": known, "a-00000000@two": known}, {"b-00000000@one": known}
    assert lost_vectors(old, new, {"a-00000000": "b-00000000"}, {}) == ["a-00000000@two"]


# The code of the rules, beside a change that is declared


@pytest.fixture(scope="module")
def hidden(clean: Repository) -> str:
    """A change that stops for itself, and what hides behind it."""
    write(clean, f"{GAME}/later.py", "import os\n\nfrom ludex.games.tactics import state\n\nstate.put = os.getenv\n")
    clean.change(ATTACKING, 'rules.reads("hp-floor", "zero")', "(True)")
    clean.change(
        f"{GAME}/state.py",
        "    for unit in position.units:\n        if unit.id == name:",
        "    for unit in position.units[:9]:\n        if unit.id == name:",
    )
    write(clean, "reference/ludex/shared.py", "LIMIT = 3\n")
    try:
        return said(clean)
    finally:
        clean.git("reset", "--quiet", "--hard")
        clean.git("clean", "--quiet", "-fdx")


@pytest.mark.parametrize(
    "line",
    [
        "vectors change their result, and no declaration says so",
        "in later.py imports os, and nothing of the rules did before",
        "in later.py changes state.put, and nothing of the rules did before",
        "state.py: unit_of",
        "reference/ludex/shared.py: LIMIT",
    ],
)
def test_code_that_hides_behind_another_change_is_named(hidden: str, line: str) -> None:
    assert line in hidden


def test_what_play_finds_beside_what_is_declared_is_named() -> None:
    """A clause that is declared for what vectors show may not hide what they do not."""
    refused, allowed = {"answer": {"illegal": {"broken": ["TAC-ATK-5"]}}}, {"answer": {"position": {}}}
    shown = Flip(SidedQuestion({}, {}, "a-00000000@v1"), allowed, {"answer": {}}, "TAC-ATK-5")
    played = Flip(SidedQuestion({}, {}), refused, allowed, "TAC-ATK-5")
    side = Side("")
    comparison = Comparison("tactics", (side, side), 1, (shown,), 1, (shown, played))
    found = Findings("tactics", comparison=comparison)
    review_play(found, Happened({"a-00000000@v1": shown}))
    assert found.review == ["play finds what no vector shows: by TAC-ATK-5, was refused, is allowed"]


def test_what_the_rules_are_made_of_is_compared_wherever_it_lies(repository: Repository) -> None:
    write(repository, "reference/ludex/shared.py", "LIMIT = 3\n")
    write(repository, "spec/tactics/data/figures.json", "{}\n")
    assert "the code changed, and no answer did: reference/ludex/shared.py, spec/tactics/data/figures.json" in said(
        repository
    )


def test_modules_in_the_folder_that_is_judged_are_not_run(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python would take them before its own where the gate is started in that folder."""
    write(repository, "msgspec.py", "raise SystemExit('here')\n")
    write(repository, "reference/ludex/shared.py", "LIMIT = 3\n")
    monkeypatch.chdir(repository.root)
    monkeypatch.setitem(os.environ, "PYTHONSTARTUP", str(Path("msgspec.py")))
    assert "the code changed, and no answer did" in said(repository)


# Declarations

SHOWN = """
scenario "no hit points below nothing"
  why    a unit has at least none
  cites  TAC-ATK-5
  given
    P1 to move
    . . . . .
    . a x . .    a = P1 hp 10 attack 9    x = P2 hp 5 attack 5
    . . . . .
    . . . . .
    . . . . .
  when   attack x
  then   x has hp 0
"""


def test_a_declared_change_is_shown_by_a_scenario_that_did_not_pass_before(repository: Repository) -> None:
    for path in (repository.root / "changes").iterdir():
        path.unlink()
    repository.commit("None declared")
    repository.change(ATTACKING, 'rules.reads("hp-floor", "zero")', "(True)")
    add_to(SCENARIOS, SHOWN)(repository)
    declare(repository.root, gate(repository.root, "HEAD", NO_PLAY, propose=True))
    repository.declare(reason="hit points below nothing served nobody")
    (path,) = (repository.root / "changes").iterdir()
    shown = f'scenario = "{SCENARIOS}: no hit points below nothing"'
    assert shown in path.read_text(encoding="utf-8")
    assert "stop: " not in said(repository)
    repository.declare(kind="reading", name="hp-floor=zero")
    assert "declares what is not asked under hp-floor=zero: " in said(repository)
    others = {
        "": "names no scenario that shows what changes",
        f"{SCENARIOS}: nobody": "is not there, or cannot be read (write spec/GAME/scenarios/FILE.ludex: NAME)",
        f"{SCENARIOS}: a hit": "passes by the rules of the base, too: it does not show the change",
    }
    for other, fault in others.items():
        repository.declare(scenario=other)
        assert fault in said(repository)


def test_a_change_is_declared_once(repository: Repository) -> None:
    for name in ("one", "two"):
        write(repository, f"changes/{name}.toml", DECLARED.format("corner-00000002@v1"))
    assert "stop: declared more than once: corner-00000002@v1" in said(repository)
