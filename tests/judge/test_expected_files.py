"""The file of expected failures, to the letter: what is refused and why, and what is written."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from ludex.fault import Fault
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.runner.expected_file import HEAD, SHAPE, read_expected, renewed_text, write_expected

ONE = ExpectedFailure("a@one", "later")
TWO = ExpectedFailure("b@one", "never", datetime.date(2031, 12, 31), "fail", {"max": "four"})
TABLES = "Entries stand under [[expected]]."
FAILINGS = "it is one of fail, error, unsupported"


@pytest.mark.parametrize(
    ("name", "text", "said", "remedy"),
    [
        ("x.toml", "[[expected]\n", "PATH: not TOML: ", TABLES),
        ("x.toml", "[[b]]\n[[a]]\n", "PATH: there is no table 'a'", TABLES),
        ("x.toml", "[[expected]]\nid='a'\n", "PATH: entry 1: Object missing required field `reason`", SHAPE),
        (
            "x.toml",
            "[[expected]]\nid='a'\nreason='b'\n[[expected]]\nid='c'\nreason=' '\n",
            "PATH: entry 2: the entry c gives no reason",
            SHAPE,
        ),
        (
            "x.toml",
            "[[expected]]\nid='a'\nreason='b'\nverdict='pass'\n",
            f"PATH: entry 1: 'pass' is no failure; {FAILINGS}",
            SHAPE,
        ),
        (
            "x.toml",
            "[[expected]]\nid='a'\nreason='b'\n[[expected]]\nid='a'\nreason='c'\n",
            "PATH: two entries for a",
            "Keep one of them.",
        ),
        ("x.jsonl", '\n{"id":"a"}\n', "PATH:2: Object missing required field `reason`", SHAPE),
        ("x.ndjson", "{", "PATH:1: Input data was truncated", SHAPE),
        ("x.toml", ' {"id":"a","reason":" "}', "PATH:1: the entry a gives no reason", SHAPE),
        (
            "x",
            '{"id":"a","reason":"b","readings":{"x":"1","y":"2"}}\n{"id":"a","reason":"c","readings":{"y":"2","x":"1"}}',
            "PATH: two entries for a",
            "Keep one of them.",
        ),
    ],
)
def test_what_is_no_entry_is_told_with_its_place(tmp_path: Path, name: str, text: str, said: str, remedy: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(Fault) as caught:
        read_expected(path)
    assert caught.value.message.startswith(said.replace("PATH", str(path)))
    assert caught.value.remedy == remedy


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff")
    writes_one = "`ludex check --write-expected FILE` writes one."
    for path, why, remedy in (
        (tmp_path / "none.toml", "No such file or directory", writes_one),
        (tmp_path, "Is a directory", writes_one),
        (tmp_path / "x.toml", "it is not UTF-8", "Save it as UTF-8."),
    ):
        with pytest.raises(Fault) as caught:
            read_expected(path)
        assert (caught.value.message, caught.value.remedy) == (f"cannot read {path}: {why}", remedy)


def test_entries_of_one_vector_may_differ_by_their_readings(tmp_path: Path) -> None:
    lines = ['{"id":"a","reason":"b"}', '{"id":"a","reason":"c","readings":{}}', '{"id":"b","reason":"b"}']
    (tmp_path / "x.jsonl").write_text("\n".join(lines))
    found = read_expected(tmp_path / "x.jsonl")
    assert [(one.id, one.readings) for one in found.entries] == [("a", None), ("a", {}), ("b", None)]
    assert (found.file, found.text) == (str(tmp_path / "x.jsonl"), "")


def test_a_new_file_begins_with_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    write_expected(path, [ONE, TWO])
    assert path.read_text() == HEAD.format(name="x.toml") + (
        '\n[[expected]]\nid = "a@one"\nreason = "later"\n'
        '\n[[expected]]\nid = "b@one"\nreason = "never"\nuntil = 2031-12-31\nverdict = "fail"\n'
        'readings = {max = "four"}\n'
    )
    found = read_expected(path)
    assert (found.entries, found.text) == ((ONE, TWO), path.read_text())


def test_a_file_that_was_there_keeps_its_text(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    write_expected(path, [ONE], Expected("x.toml", (), "# mine\n"))
    assert path.read_text() == '# mine\n\n[[expected]]\nid = "a@one"\nreason = "later"\n'
    write_expected(path, [ONE], Expected("x.jsonl", (ONE,)))
    assert path.read_text().startswith("# Failures that are expected")


@pytest.mark.parametrize("name", ["x.jsonl", "x.ndjson"])
def test_a_file_of_lines_has_a_line_for_each(tmp_path: Path, name: str) -> None:
    write_expected(tmp_path / name, [ONE, TWO])
    assert (tmp_path / name).read_text() == (
        '{"id":"a@one","reason":"later"}\n'
        '{"id":"b@one","reason":"never","until":"2031-12-31","verdict":"fail","readings":{"max":"four"}}\n'
    )


def test_a_list_in_brackets_stays_one() -> None:
    text = 'expected = [{id = "a@one", reason = "later"}]\n'
    assert renewed_text(text, [ONE]) == text
    more = renewed_text(text, [ONE, ExpectedFailure("c@one", "new")])
    assert "[[expected]]" not in more
    assert more.count("{") == 2


def test_an_entry_that_is_no_more_leaves_its_place_to_one_of_the_same_vector() -> None:
    text = '[[expected]]\nid = "a@one"\nreason = "later"\n\n[[expected]]\nid = "b@one"\nreason = "x"\n'
    heir = ExpectedFailure("a@one", "later", readings={"max": "four"})
    assert renewed_text(text, [ExpectedFailure("b@one", "x"), heir]) == text.replace(
        '"later"\n', '"later"\nreadings = {max = "four"}\n'
    )
    assert renewed_text(text, [ONE]) == '[[expected]]\nid = "a@one"\nreason = "later"\n\n'
