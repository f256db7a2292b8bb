"""`ludex explain` of a vector: what it asks, what it turns on, and how the reference gets to its result."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex import where
from ludex.authoring.explain import brief, choices_for, vector_lines
from ludex.cli import main
from ludex.rulebook import rulebook
from ludex.vectors import open_suite
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite
from tests.guards import at_least_one


def some(suite: Suite) -> Iterator[tuple[Topic, Vector]]:
    for topic in suite.topics(suite.editions[0]):
        yield topic, topic.vectors[len(topic.vectors) // 3]


def lines_of(game: str, kind: str, number: int = 0) -> list[str]:
    suite = open_suite(game)
    topic = next(one for one in suite.topics(suite.editions[0]) if one.kind == kind)
    return list(vector_lines(suite, topic, topic.vectors[number]))


@pytest.mark.parametrize("game", where.games())
def test_the_reference_derives_what_every_kind_of_vector_expects(game: str) -> None:
    suite = open_suite(game)
    for topic, vector in at_least_one(some(suite)):
        lines = list(vector_lines(suite, topic, vector))
        assert lines[0] == f"{full_id(vector, topic.edition)} · {topic.kind} · {topic.topic}"
        assert lines[1] == f"why: {vector.why}"
        assert lines[-1] == "That is what the vector expects.", lines[0]
        is_drawn = b'"position"' in bytes(vector.expect) and not topic.operation.startswith("codec")
        assert (lines[-2] == "Result: as it is drawn above") is is_drawn, lines[0]
        assert not any(line.startswith("expected: {") and '"position"' in line for line in lines), lines[0]
        at = next(at for at, line in enumerate(lines) if line.startswith("It turns on"))
        named = [line.split()[0] for line in lines[at + 1 : at + 1 + len(vector.clauses)]]
        assert named == list(vector.clauses)
        assert (lines[at] == "It turns on:") is bool(vector.clauses)


def turning_on_nothing(operation: str, reasons: Callable[[Any], bool]) -> tuple[Any, list[str]]:
    """What the first vector without clauses expects for which there are reasons, and what is said of that."""
    suite = open_suite("tactics")
    topic, vector, expected = next(
        (topic, vector, expected)
        for topic in suite.topics(suite.editions[0])
        if topic.operation == operation
        for vector in topic.vectors
        if not vector.clauses and reasons(expected := msgspec.json.decode(vector.expect))
    )
    lines = list(vector_lines(suite, topic, vector))
    at = next(at for at, line in enumerate(lines) if line.startswith("It turns on"))
    return expected, lines[at : lines.index("", at)]


SEVERAL = "It turns on no single clause, as several things refuse it at once:"
NONE = "It turns on no single clause: with any one turned round the answer stays, or the input is unreadable."


@pytest.mark.parametrize("kind", ["illegal", "unreadable"])
def test_what_several_clauses_refuse_turns_on_none_alone(kind: str) -> None:
    expected, (head, *reasons) = turning_on_nothing("apply", lambda one: len(one.get(kind, {}).get("broken", ())) > 1)
    assert head == SEVERAL
    assert [line.split()[0] for line in reasons] == expected[kind]["broken"]


def test_what_several_kinds_of_error_refuse_turns_on_no_clause_alone() -> None:
    expected, (head, *reasons) = turning_on_nothing("validate", lambda one: len(one.get("kinds", ())) > 1)
    assert head == SEVERAL
    assert [line.strip() for line in reasons] == expected["kinds"]


@pytest.mark.parametrize(
    ("operation", "right"),
    [
        ("perft", lambda one: "nodes" in one),
        ("apply", lambda one: len(one.get("unreadable", {}).get("broken", ())) == 1),
    ],
)
def test_nothing_is_left_to_turn_on_where_no_clause_decides(operation: str, right: Callable[[Any], bool]) -> None:
    assert turning_on_nothing(operation, right)[1] == [NONE]


@pytest.mark.parametrize("game", where.games())
def test_a_step_names_its_clause_what_was_asked_and_the_answer(game: str) -> None:
    book, lines = rulebook(game), lines_of(game, "apply")
    begin = next(at for at, line in enumerate(lines) if line.startswith("Derivation by the reference ("))
    steps = [line for line in lines[begin + 1 :] if line.startswith("  ") and not line.startswith("  …")]
    assert len(steps) > 5
    assert len(steps) == len(set(steps))
    asked = [line for line in steps if "? " in line]
    done = [line for line in steps if ") → " in line]
    assert len(asked) + len(done) == len(steps)
    assert asked
    assert done
    for line in at_least_one(steps):
        clause = line.split()[0]
        assert f"[{book[clause].title}]" in line
    count = int(lines[begin].split("(")[1].split()[0])
    times = [int(line.rsplit("(", 1)[1].split()[0]) for line in steps if line.endswith(" times)")]
    assert count == len(steps) + sum(times) - len(times)


def test_a_refusal_is_derived_by_the_check_that_says_no() -> None:
    suite = open_suite("tribun")
    topic, vector = next(
        (topic, vector)
        for topic in suite.topics(suite.editions[0])
        for vector in topic.vectors
        if b'"illegal"' in bytes(vector.expect) and not vector.holds
    )
    lines = list(vector_lines(suite, topic, vector))
    broken = [line.split()[0] for line in lines if "? NO " in line]
    assert set(broken) & set(vector.clauses)
    assert any("? yes " in line for line in lines)
    assert any(line.startswith('Result: {"illegal":{"broken":[') for line in lines)


def test_a_vector_of_another_reading_is_derived_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    suite = open_suite("tribun")
    usual = suite.facts(suite.editions[0]).defaults()
    topic, vector = next(
        (topic, vector)
        for topic in suite.topics(suite.editions[0])
        for vector in topic.vectors
        if vector.holds and not vector.holds_under(usual)
    )
    choices = choices_for(suite, vector, topic.edition)
    assert vector.holds_under(choices)
    flipped = [f"{entry}={choice}" for entry, choice in choices.items() if usual[entry] != choice]
    assert main(["explain", full_id(vector, topic.edition)]) == 0
    said = capsys.readouterr().out
    assert f"readings: {', '.join(flipped)}" in said
    assert "That is what the vector expects." in said
    (consulted,) = [line for line in said.splitlines() if line.startswith("Readings that were consulted: ")]
    assert set(flipped) & set(consulted.removeprefix("Readings that were consulted: ").split(", "))


def test_what_the_reference_does_otherwise_is_said() -> None:
    suite = open_suite("tribun")
    topic = next(one for one in suite.topics(suite.editions[0]) if one.kind == "legal")
    other = topic.vectors[0].expect, topic.vectors[-1].expect
    assert bytes(other[0]) != bytes(other[1])
    wrong = msgspec.structs.replace(topic.vectors[0], expect=other[1])
    last = list(vector_lines(suite, topic, wrong))[-1]
    assert last.startswith("The vector expects otherwise: actions: ")


def test_a_game_without_a_reference_is_explained_as_far_as_it_goes(toy_root: Path) -> None:
    suite = open_suite("nim", toy_root)
    topic = next(suite.topics("one"))
    lines = list(vector_lines(suite, topic, topic.vectors[0]))
    assert lines[-1] == "(There is no reference of nim here to derive it with.)"
    assert "readings: the defaults" in lines


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (b"abc", "<3 bytes>"),
        (b"a", "<1 byte>"),
        (7, "7"),
        ("word", "word"),
        (True, "True"),
        (None, "None"),
        ((1, 2), "(1, 2)"),
        ((1,) * 23, repr((1,) * 23)),
        ((1,) * 25, "<tuple>"),
    ],
)
def test_a_value_is_told_in_a_few_letters(value: object, told: str) -> None:
    assert brief(value) == told
