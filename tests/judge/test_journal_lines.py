"""The journal's file, byte for byte: what is written when, what is held back, and what is read of it."""

from __future__ import annotations

import errno
import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.fault import Fault
from ludex.judge.verdict import PASSED, Judgement
from ludex.runner import journal as journals
from ludex.runner.journal import (
    PASSES_A_LINE,
    Chosen,
    Journal,
    Kept,
    Taken,
    What,
    begin,
    discard,
    go_on,
    is_journal,
    read_journal,
)
from tests.guards import at_least_one

WHAT = What("nim", "seal", ("engine",), Chosen((), (), None), (), (), False, False)
HELLO = b'{"protocol":1}'
WRONG = Judgement("fail", "", "wrong")
WRITES_ONE = "`ludex check --journal FILE` writes one."
WRITES_ANEW = "`ludex check --journal FILE` writes one, and without --resume begins it anew."
ANOTHER = "Choose another file for --journal."


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still until the test turns it."""
    held = SimpleNamespace(now=100.0)
    monkeypatch.setattr(journals, "time", SimpleNamespace(monotonic=lambda: held.now))
    return held


@pytest.fixture
def journal(tmp_path: Path, clock: SimpleNamespace) -> Iterator[Journal]:  # noqa: ARG001
    opened = begin(tmp_path / "j", WHAT, HELLO, 7.5)
    yield opened
    opened.close()


def body(path: Path) -> list[Any]:
    """What stands in the lines after the first, whose sums are right."""
    head, *lines = path.read_bytes().splitlines()
    seed = zlib.crc32(head[:-9])
    for line in lines:
        assert line[-9:] == b" %08x" % zlib.crc32(line[:-9], seed)
    return [json.loads(line[:-9]) for line in lines]


def test_the_first_line_says_which_run_it_is(journal: Journal) -> None:
    data = journal.path.read_bytes()
    assert data.endswith(b" %08x\n" % zlib.crc32(data[:-10]))
    assert json.loads(data[:-10]) == {
        "journal": 2,
        "what": {
            "game": "nim",
            "vectors": "seal",
            "command": ["engine"],
            "selection": {"select": [], "skip": [], "failed": None},
            "editions": [],
            "readings": [],
            "all_readings": False,
            "anonymous": False,
        },
        "hello": {"protocol": 1},
        "started": 7.5,
    }
    assert is_journal(journal.path)
    assert (journal.trouble, journal.remark) == ("", "")


def test_passes_are_written_in_stretches_and_what_is_wrong_at_once(journal: Journal) -> None:
    for place in (7, 1, 2, 3, 9):
        journal.add(place, PASSED)
    assert body(journal.path) == []
    journal.add(5, WRONG)
    assert body(journal.path) == [
        {"passed": [[1, 3], [7, 7], [9, 9]]},
        {"place": 5, "outcome": {"verdict": "fail", "message": "wrong"}},
    ]
    journal.add(4, Judgement("pass"))
    assert body(journal.path)[2:] == [{"place": 4, "outcome": {"verdict": "pass"}}]


def test_so_many_passes_are_held_back_and_no_more(journal: Journal) -> None:
    for place in range(PASSES_A_LINE - 1):
        journal.add(place, PASSED)
    assert body(journal.path) == []
    journal.add(PASSES_A_LINE - 1, PASSED)
    assert body(journal.path) == [{"passed": [[0, PASSES_A_LINE - 1]]}]
    journal.add(70, PASSED)
    journal.flush()
    journal.flush()
    assert body(journal.path)[1:] == [{"passed": [[70, 70]]}]


def test_passes_are_held_back_for_a_moment_and_no_longer(journal: Journal, clock: SimpleNamespace) -> None:
    clock.now += 0.1
    journal.add(1, PASSED)
    assert body(journal.path) == []
    clock.now += 0.001
    journal.add(2, PASSED)
    assert body(journal.path) == [{"passed": [[1, 2]]}]
    journal.add(3, PASSED)
    clock.now += 0.1
    journal.add(4, PASSED)
    assert len(body(journal.path)) == 1
    clock.now += 0.001
    journal.add(5, WRONG)
    assert len(body(journal.path)) == 3


def test_what_is_left_is_written_at_the_end(journal: Journal) -> None:
    journal.add(1, PASSED)
    journal.close()
    assert body(journal.path) == [{"passed": [[1, 1]]}]
    assert journal._file.closed
    journal._passed.clear()


class Disk:
    """A disk that takes so many bytes and then no more, until it is given room."""

    def __init__(self, room: int, write: Callable[[int, bytes], int]) -> None:
        self.room = room
        self._write = write

    def write(self, number: int, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = self._write(number, data[: self.room])
        self.room -= taken
        return taken


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    found = Disk(1 << 30, os.write)
    monkeypatch.setattr(os, "write", found.write)
    return found


def test_what_the_disk_does_not_take_goes_first_later(journal: Journal, disk: Disk) -> None:
    disk.room = 10
    journal.add(1, WRONG)
    assert "space" in journal.trouble
    assert journal.remark == f"the journal does not hold all of it: cannot write {journal.path}: {journal.trouble}"
    journal.add(2, WRONG)
    disk.room = 1 << 30
    journal.flush()
    assert (journal.trouble, journal.remark) == ("", "")
    assert [line["place"] for line in body(journal.path)] == [1, 2]


def test_a_journal_that_is_taken_away_says_so_at_its_end(journal: Journal) -> None:
    journal.path.unlink()
    journal.add(1, WRONG)
    assert journal.trouble == ""
    journal.close()
    removed = "it was removed while the run went on"
    assert journal.remark == f"the journal does not hold all of it: cannot write {journal.path}: {removed}"


def test_a_disk_that_takes_a_little_at_a_time_gets_all_of_it(journal: Journal, disk: Disk) -> None:
    usual = disk.write
    os.write = lambda number, data: usual(number, data[:3])
    journal.add(1, WRONG)
    assert [line["place"] for line in body(journal.path)] == [1]


@pytest.mark.parametrize(("less", "kept"), [(0, [1, 2]), (1, [1])])
def test_so_much_is_held_back_and_no_more(
    journal: Journal, disk: Disk, monkeypatch: pytest.MonkeyPatch, less: int, kept: list[int]
) -> None:
    disk.room = 0
    journal.add(1, Judgement("flaky"))
    monkeypatch.setattr(journals, "MAX_BYTES_HELD_BACK", len(journal._held_back) - less)
    journal.add(2, Judgement("flaky"))
    disk.room = 1 << 30
    monkeypatch.setattr(journals, "MAX_BYTES_HELD_BACK", 1 << 20)
    journal.flush()
    assert [line["place"] for line in body(journal.path)] == kept


def test_a_file_that_takes_nothing_is_refused_at_once(tmp_path: Path, disk: Disk) -> None:
    disk.room = 0
    with pytest.raises(Fault) as caught:
        begin(tmp_path / "j", WHAT, HELLO, 0.0)
    assert caught.value.message.startswith(f"cannot write {tmp_path / 'j'}: ")
    assert "space" in caught.value.message
    assert caught.value.remedy == ANOTHER
    disk.room = 1 << 30
    begin(tmp_path / "j", WHAT, HELLO, 0.0).close()  # it is free again


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    gone, nowhere = tmp_path / "gone", tmp_path / "none" / "j"
    past = read_journal(written(gone))
    gone.unlink()
    attempts: dict[Path, Callable[[], Journal]] = {
        gone: lambda: go_on(gone, past, WHAT, HELLO),
        nowhere: lambda: begin(nowhere, WHAT, HELLO, 0.0),
    }
    for path, attempt in at_least_one(attempts.items()):
        with pytest.raises(Fault) as caught:
            attempt()
        assert caught.value.message.startswith(f"cannot write {path}: ")
        assert caught.value.remedy == ANOTHER


def cut_off(path: Path, *, ended: bool = False) -> bytes:
    """A journal that holds outcomes, as it is in the file."""
    journal = begin(path, WHAT, HELLO, 0.0)
    for place in range(300):
        journal.add(place, WRONG)
    if ended:
        journal.end(0, 25, "")
    journal.close()
    return path.read_bytes()


def is_new(path: Path) -> bool:
    return read_journal(path).outcomes == {} and path.stat().st_size < 999


@pytest.mark.parametrize("data", [b"x" * 9999, b"{}\n", b"{", b'{"fuzz":1}\n', b'{"journal":'[:-1]])
@pytest.mark.parametrize("anew", [False, True])
def test_what_is_no_journal_is_left_as_it_is(tmp_path: Path, data: bytes, anew: bool) -> None:
    path = tmp_path / "j"
    path.write_bytes(data)
    with pytest.raises(Kept) as caught:
        begin(path, WHAT, HELLO, 0.0, anew)
    assert caught.value.message == f"{path} exists and is no journal of this kind; it is left as it is"
    assert caught.value.remedy == "Choose another file for --journal, or remove it."
    assert path.read_bytes() == data


def test_a_run_that_can_go_on_is_left_as_it_is_but_anew(tmp_path: Path) -> None:
    path = tmp_path / "j"
    data = cut_off(path)
    with pytest.raises(Kept) as caught:
        begin(path, WHAT, HELLO, 0.0)
    assert caught.value.message == f"{path} is the journal of a run that can go on; it is left as it is"
    assert caught.value.remedy == "Add --resume to go on, or remove it to begin anew."
    assert path.read_bytes() == data
    begin(path, WHAT, HELLO, 0.0, anew=True).close()
    assert is_new(path)


@pytest.mark.parametrize("kept", ["whole", "nothing", "half a line", "a line"])
def test_where_nothing_can_go_on_a_journal_is_begun(tmp_path: Path, kept: str) -> None:
    path = tmp_path / "j"
    data = cut_off(path, ended=True)
    line = data.index(b"\n") + 1
    path.write_bytes(data[: {"whole": len(data), "nothing": 0, "half a line": line // 2, "a line": line}[kept]])
    begin(path, WHAT, HELLO, 0.0).close()
    assert is_new(path)


def test_a_journal_is_that_of_one_run_at_a_time(journal: Journal) -> None:
    told = (f"another run is writing {journal.path}", "Wait for its end, or choose another file with --journal.")
    past = read_journal(journal.path)
    for again in (lambda: begin(journal.path, WHAT, HELLO, 0.0), lambda: go_on(journal.path, past, WHAT, HELLO)):
        with pytest.raises(Taken) as caught:
            again()
        assert (caught.value.message, caught.value.remedy) == told
    discard(journal.path)
    assert journal.path.exists()
    journal.close()
    discard(journal.path)
    assert not journal.path.exists()
    discard(journal.path)


# -- reading


def test_what_was_written_is_read(journal: Journal) -> None:
    journal.add(3, PASSED)
    journal.add(4, PASSED)
    outcome = Judgement("error", "crash", "down", b"got", b"want", ("two",), True)
    journal.add(9, outcome)
    journal.add(3, WRONG)
    journal.close()
    past = read_journal(journal.path)
    assert past.outcomes == {3: WRONG, 4: PASSED, 9: outcome}
    assert past.outcomes[4] is PASSED
    assert (past.opening.what, bytes(past.opening.hello), past.opening.started) == (WHAT, HELLO, 7.5)
    assert (past.bad, past.remark) == (0, "")


@pytest.mark.parametrize(
    ("bad", "remark"),
    [
        (1, "1 line of the journal could not be read; what stood there counts as not asked"),
        (2, "2 lines of the journal could not be read; what stood there counts as not asked"),
        (1234, "1,234 lines of the journal could not be read; what stood there counts as not asked"),
    ],
)
def test_lines_that_cannot_be_read_are_counted(journal: Journal, bad: int, remark: str) -> None:
    journal.add(1, WRONG)
    journal._file.write(b"spoilt\n" * bad)
    journal.add(2, WRONG)
    past = read_journal(journal.path)
    assert (past.bad, past.remark, [*past.outcomes]) == (bad, remark, [1, 2])


def written(path: Path, *lines: Any) -> Path:
    """A journal with these lines, whose sums are right."""
    begin(path, WHAT, HELLO, 0.0).close()
    head = path.read_bytes()
    seed = zlib.crc32(head[:-10])
    datas = [json.dumps(line, separators=(",", ":")).encode() for line in lines]
    path.write_bytes(head + b"".join(b"%b %08x\n" % (data, zlib.crc32(data, seed)) for data in datas))
    return path


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ({"passed": [[0, 63]]}, 64),
        ({"passed": [[0, 64]]}, None),
        ({"passed": [[0, 31], [40, 71]]}, 64),
        ({"passed": [[0, 31], [40, 72]]}, None),
        ({"passed": [[5, 5]]}, 1),
        ({"passed": [[5, 4]]}, 0),
        ({"passed": [[9, 0]] * 64}, 0),
        ({"passed": [[9, 0]] * 65}, None),
        ({"passed": [[(1 << 53) - 1, (1 << 53) - 1]]}, 1),
        ({"passed": [[1 << 53, 1 << 53]]}, None),
        *(
            ({"place": 0, "outcome": {"verdict": name}}, 1)
            for name in ("pass", "fail", "error", "flaky", "unsupported")
        ),
        *(
            ({"place": 0, "outcome": {"verdict": name}}, None)
            for name in ("skipped", "not-run", "expected-fail", "unexpected-pass")
        ),
        ({"place": 0, "outcome": {"verdict": "error", "cause": "cpu"}}, 1),
        ({"place": 0, "outcome": {"verdict": "not-offered"}}, 1),
    ],
)
def test_a_line_is_believed_within_bounds(tmp_path: Path, line: Any, places: int | None) -> None:
    past = read_journal(written(tmp_path / "j", line))
    assert (len(past.outcomes), past.bad) == ((0, 1) if places is None else (places, 0))


def summed(line: bytes) -> bytes:
    return b"%b %08x\n" % (line, zlib.crc32(line))


@pytest.mark.parametrize(
    ("data", "told", "remedy"),
    [
        (b"", "PATH is no journal: it is empty", WRITES_ANEW),
        (b"x", "PATH is no journal: its first line was changed, or torn", WRITES_ONE),
        (b'{"journal":2,', "PATH is no journal: its first line was changed, or torn", WRITES_ANEW),
        (b'{"journal":2}\n', "PATH is a journal of format 2; this Ludex reads 2", "Use the Ludex that wrote it."),
        (b'{"journal":3}\n', "PATH is a journal of format 3; this Ludex reads 2", "Use the Ludex that wrote it."),
        (
            b'{"journal":1} %08x\n' % zlib.crc32(b'{"journal":1}'),
            "PATH is a journal of format 1; this Ludex reads 2",
            None,
        ),
        (
            b'{"journal":2} %08x\n' % zlib.crc32(b'{"journal":2}'),
            "PATH is no journal: Object missing required field",
            None,
        ),
    ],
)
def test_a_first_line_that_is_none_is_refused(tmp_path: Path, data: bytes, told: str, remedy: str | None) -> None:
    path = tmp_path / "j"
    path.write_bytes(data)
    with pytest.raises(Fault) as caught:
        read_journal(path)
    assert caught.value.message.startswith(told.replace("PATH", str(path)))
    assert remedy in (None, caught.value.remedy)


def test_a_journal_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        read_journal(tmp_path / "j")
    assert caught.value.message == f"there is no journal to resume: {tmp_path / 'j'}"
    assert caught.value.remedy == "Leave out --resume to begin a run."
    with pytest.raises(Fault, match=f"cannot read {tmp_path}: "):
        read_journal(tmp_path)


# -- going on


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"game": "min"}, 'the game was "nim", and is now "min"'),
    ({"vectors": "other"}, 'the vectors was "seal", and is now "other"'),
    ({"command": ("engine", "x")}, 'the command was ["engine"], and is now ["engine","x"]'),
    ({"all_readings": True}, "the all readings was false, and is now true"),
    ({"editions": ("\x1b",)}, 'the editions was [], and is now ["\\u001b"]'),
    ({"command": ("x" * 299,)}, f'the command was ["engine"], and is now ["{"x" * 298}...'),
]


@pytest.mark.parametrize(("change", "told"), CHANGES)
def test_only_the_same_run_goes_on(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    path = written(tmp_path / "j")
    with pytest.raises(Fault) as caught:
        go_on(path, read_journal(path), msgspec.structs.replace(WHAT, **change), HELLO)
    assert caught.value.message == f"{path} is the journal of another run: {told}"
    assert caught.value.remedy == "Resume with the same command, or leave out --resume to begin anew."


def test_only_the_same_engine_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    with pytest.raises(Fault, match=r"the engine's hello was .*, and is now .*2"):
        go_on(path, read_journal(path), WHAT, b'{"protocol":2}')
    go_on(path, read_journal(path), WHAT, b'{ "protocol": 1 }').close()


@pytest.mark.parametrize("torn", [False, True])
def test_what_goes_on_is_appended_on_a_line_of_its_own(tmp_path: Path, torn: bool) -> None:
    path = written(tmp_path / "j", {"passed": [[1, 2]]})
    if torn:
        path.write_bytes(path.read_bytes()[:-1])
    again = go_on(path, read_journal(path), WHAT, HELLO)
    again.add(7, WRONG)
    again.close()
    past = read_journal(path)
    assert past.outcomes == {1: PASSED, 2: PASSED, 7: WRONG}
    assert past.bad == 0
