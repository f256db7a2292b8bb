"""A journal of results: it goes on after what it holds, loses no good line, and is of one campaign alone."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from msgspec import Struct

from ludex.fault import Fault
from ludex.runner import journal as journals
from ludex.runner.results_journal import ANOTHER, ResultsJournal


class Campaign(Struct, frozen=True):
    """What a journal is of."""

    name: str
    seed: int = 1


class Found(Struct, frozen=True):
    """A result."""

    place: int
    words: str = ""


def opened(path: Path, what: Struct | None = None) -> ResultsJournal[Struct, Found]:
    return ResultsJournal(path, what or Campaign("c"), Found)


def holding(path: Path, *found: Found) -> Path:
    journal = opened(path)
    for one in found:
        journal.add(one)
    journal.close()
    return path


def test_what_was_done_is_known_again_in_its_order_and_it_goes_on(tmp_path: Path) -> None:
    path = holding(tmp_path / "new" / "folder" / "j", Found(2, "two"), Found(1, "ä"))
    again = opened(path)
    assert (again.path, again.known, again.bad) == (path, [Found(2, "two"), Found(1, "ä")], 0)
    again.add(Found(3))
    again.close()
    assert opened(path).known == [Found(2, "two"), Found(1, "ä"), Found(3)]


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "j").touch()
    assert opened(holding(tmp_path / "j", Found(1))).known == [Found(1)]


def test_a_line_that_cannot_be_read_is_counted_and_costs_no_other(tmp_path: Path) -> None:
    path = holding(tmp_path / "j", *map(Found, range(4)))
    head, zero, one, two, three = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + zero + one.replace(b"1", b"7") + b"torn\n" + two + three[:-4])
    journal = opened(path)
    assert (journal.known, journal.bad) == ([Found(0), Found(2)], 3)
    journal.add(Found(9))
    journal.close()
    again = opened(path)
    assert (again.known, again.bad) == ([Found(0), Found(2), Found(9)], 3)


def test_a_line_of_another_file_is_none_of_this(tmp_path: Path) -> None:
    other = opened(tmp_path / "other", Campaign("c", 2))
    other.add(Found(5))
    other.close()
    path = holding(tmp_path / "j", Found(1))
    path.write_bytes(path.read_bytes() + (tmp_path / "other").read_bytes().splitlines(keepends=True)[1])
    journal = opened(path)
    assert (journal.known, journal.bad) == ([Found(1)], 1)


def test_a_journal_of_another_campaign_stays_as_it_is_and_is_told(tmp_path: Path) -> None:
    path = holding(tmp_path / "j", Found(1))
    before = path.read_bytes()
    with pytest.raises(Fault, match="is the journal of another run: the seed was 1, and is now 2"):
        opened(path, Campaign("c", 2))
    for text in (b"no journal\n", b'{"other":1}\n', before[:5] + b"\n"):
        (tmp_path / "odd").write_bytes(text)
        with pytest.raises(Fault, match="odd is no journal of this kind of campaign") as told:
            opened(tmp_path / "odd")
        assert told.value.remedy == ANOTHER
        assert (tmp_path / "odd").read_bytes() == text
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=f"cannot read {tmp_path}: Is a directory") as told:
        opened(tmp_path)
    assert told.value.remedy == ANOTHER


def test_a_full_disk_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = opened(tmp_path / "j")

    def full(_: int, __: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journals.os, "write", full)
        with pytest.raises(Fault, match=f"cannot write {tmp_path / 'j'}: No space left on device") as told:
            journal.add(Found(1))
    assert told.value.remedy == ANOTHER
    journal.close()
    assert opened(tmp_path / "j").known == [Found(1)]  # there is room again
