"""A results file may have been changed by anything: what it says in sum must follow from its list, or it is refused."""

import copy
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.cli import main
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.report.formats import FORMATS
from ludex.report.results import write_results
from tests.judge.conftest import command
from tests.reports.conftest import Written

Captured = pytest.CaptureFixture[str]
Data = dict[str, Any]
Spoil = Callable[[Data], object]
OFTEN = settings(
    max_examples=400 if os.environ.get("LUDEX_ALL") else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def files(toy_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with results of all sorts, and a journal."""
    from ludex.report.results import results_of
    from ludex.runner.checking import check
    from ludex.runner.limits import Limits
    from ludex.runner.run import Order

    folder, limits = tmp_path_factory.mktemp("files"), Limits(timeout=0.5)
    expected = Expected("e.toml", (ExpectedFailure("apply-5-1@one", "known"), ExpectedFailure("no-such@one", "stale")))
    more: dict[str, Data] = {
        "medley": {"journal": folder / "journal"},
        "expected": {"expected": expected, "unfinished": ("legal",), "skip": ("perft",)},
        "all": {"require_all": True},
        "against": {"against": command("right")},
        "cut": {"max_failures": 2},
    }
    for name, order in more.items():
        run = check(Order("nim", command("medley"), limits=limits, root=toy_root, **order))
        write_results(results_of(run), folder / name)
    return folder


def names(files: Path) -> list[str]:
    return sorted(path.name for path in files.iterdir())


def told(capsys: Captured, *words: object) -> tuple[int, str]:
    status = main([*map(str, words)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert "mistake of Ludex" not in said.err
    return status, said.out + said.err


@pytest.mark.usefixtures("vectors")
@pytest.mark.parametrize("how", FORMATS)
def test_a_file_as_it_was_written_is_reported(files: Path, how: str, capsys: Captured) -> None:
    assert len(names(files)) == 6
    for name in names(files):
        assert told(capsys, "report", files / name, "--format", how)[0] == 0, name


def test_a_score_that_its_list_does_not_give_is_refused_with_both(written: Written, capsys: Captured) -> None:
    """The report that made a green one of a red list."""
    path = written("wrong_legal")
    data = json.loads(path.read_bytes())
    assert data["score"]["counts"]["fail"] > 0
    data["score"].update(
        counts={"pass": data["score"]["selected"]}, status=0, sentence="All 206 selected vectors pass."
    )
    path.write_text(json.dumps(data))
    for words in (("report", path), ("diff", path, path), ("check", "--failed", path, "--", "true")):
        status, said = told(capsys, *words)
        assert status == 2
        assert re.search(
            r"is no results file: the score's `counts` is \{\"pass\":\d+\}, and by the list it is \{", said
        )
        assert "`ludex check --json FILE` writes one." in said


def one(data: Data, verdict: str) -> Data:
    found: Data = next(result for result in data["results"] if result["verdict"] == verdict)
    return found


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda data: one(data, "fail").update(verdict="pass"), "the table of clauses says of"),
        (lambda data: data.update(results=[]), "the table of clauses says of"),
        (lambda data: data.update(results=[], clauses={}, groups={}), "the score's `counts` is"),
        (lambda data: data["results"].append(one(data, "fail")), "is twice in the list"),
        (lambda data: one(data, "fail").update(unfinished=True), "the table of clauses says of"),
        (lambda data: data["score"].update(status=0), "the score's `status` is 0, and by the list it is 1"),
        (lambda data: data["score"].update(selected=3), "the score's `selected` is 3"),
        (lambda data: data["score"].update(stale=3), "the score's `stale` is 3"),
        (lambda data: data["score"].update(unfinished={"fail": 1}), "the score's `unfinished` is"),
        (lambda data: data["score"].update(images={"selected": 1, "without": 0}), "the score's `images` is"),
        (lambda data: data.update(interrupted=True), "the score's `status` is 1, and by the list it is 130"),
        (lambda data: data.update(clauses={}), "the tables leave out NIM-"),
        (lambda data: data.update(groups={}), "the tables leave out NIM-"),
        (lambda data: data["clauses"].update({"NIM-TAK-1": [0, 0]}), "the table of clauses says of NIM-TAK-1"),
        (lambda data: data["clauses"]["NIM-TAK-1"].__setitem__(0, -1), "the table of clauses says of NIM-TAK-1"),
        (lambda data: data["groups"]["NIM-TAK"].update(fine=3), "the table of clause groups says of NIM-TAK"),
        (lambda data: data["groups"]["NIM-TAK"].update({"pass": 999}), "the table of clause groups says of NIM-TAK"),
        (lambda data: data["groups"]["NIM-TAK"].update({"fail": 1}), "the table of clause groups says of NIM-TAK"),
        (lambda data: data["times"].update(started=1e300), "its times are none"),
        (lambda data: data["times"].update(restarts=-1), "restarts is less than none"),
        (lambda data: data["suite"].update(game="../../etc"), "no game is called ../../etc"),
        (lambda data: data["settings"].clear(), "has no setting"),
    ],
)
def test_what_contradicts_the_list_is_named(written: Written, spoil: Spoil, why: str, capsys: Captured) -> None:
    path = written("wrong_legal")
    data = json.loads(path.read_bytes())
    spoil(data)
    path.write_text(json.dumps(data))
    status, said = told(capsys, "report", path)
    assert status == 2
    assert f"{path} is no results file: {why}" in said or why in said


def test_a_verdict_that_an_older_ludex_did_not_count_is_none(written: Written, capsys: Captured) -> None:
    path = written("wrong_legal")
    data = json.loads(path.read_bytes())
    before = told(capsys, "report", path)
    data["score"]["counts"] = {name: many for name, many in data["score"]["counts"].items() if many}
    data["score"]["sentence"] = "in the words of then"
    path.write_text(json.dumps(data))
    assert told(capsys, "report", path) == before


# -- whatever is changed, in whatever way


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from([10**9, -(10**9), 1 << 63, 1 << 64, 10**400]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(
        ["pass", "fail", "error", "not-run", "flaky", "one", "NIM-TAK-1", "apply-5-1@one", "~", "..", "nim"]
    ),
    st.just([]),
    st.just({}),
    st.just([[]]),
    st.just([0, 1]),
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each holder with each of its keys; of long lists a few."""
    keys: list[Any] = list(value) if isinstance(value, dict) else []
    if isinstance(value, list):
        keys = list(range(len(value))) if len(value) < 12 else [0, 1, 2, len(value) // 2, len(value) - 1]
    for key in keys:
        yield value, key
        yield from places(value[key])


def change(data: Data, draw: Callable[[Any], Any]) -> None:
    """Changes one thing: another value, nothing, twice, or exchanged with something else."""
    every = list(places(data))
    holder, key = draw(st.sampled_from(range(len(every))).map(every.__getitem__))
    how = draw(st.sampled_from(["replace", "remove", "double", "exchange"]))
    if how == "replace":
        holder[key] = copy.deepcopy(draw(VALUES))  # the next change may be one of it
    elif how == "remove":
        del holder[key]
    elif how == "double" and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    else:
        other, place = draw(st.sampled_from(range(len(every))).map(every.__getitem__))
        holder[key] = copy.deepcopy(other[place])


def is_right(path: Path, said: str) -> None:
    """What is reported as all green is so by its list."""
    data = json.loads(path.read_bytes())
    verdicts = Counter(one["verdict"] for one in data["results"] if not one.get("unfinished"))
    if "Exit status 0." in said:
        assert not verdicts.keys() - {"pass", "expected-fail", "not-offered"}


@pytest.mark.usefixtures("vectors")
@OFTEN
@given(draw=st.data())
def test_any_change_of_a_results_file_gives_a_right_report_or_a_reason(
    files: Path, tmp_path: Path, capsys: Captured, draw: st.DataObject
) -> None:
    name = draw.draw(st.sampled_from([name for name in names(files) if name != "journal"]))
    data = json.loads((files / name).read_bytes())
    for _ in range(draw.draw(st.integers(1, 3))):
        change(data, draw.draw)
    path, other = tmp_path / "changed", files / name
    path.write_text(json.dumps(data))
    how = draw.draw(st.sampled_from(FORMATS))
    status, said = told(capsys, "report", path, "--format", how)
    assert status in (0, 2)
    if status == 0:
        is_right(path, said)
    else:
        assert str(path) in said
    assert told(capsys, "diff", *draw.draw(st.permutations([path, other])))[0] in (0, 1, 2)


@pytest.mark.usefixtures("vectors")
@OFTEN
@given(draw=st.data())
def test_any_bytes_in_a_file_give_a_right_report_or_a_reason(
    files: Path, tmp_path: Path, capsys: Captured, draw: st.DataObject
) -> None:
    whole = (files / draw.draw(st.sampled_from(names(files)))).read_bytes()
    start = draw.draw(st.integers(0, len(whole)))
    end = draw.draw(st.integers(start, min(len(whole), start + 200)) | st.just(len(whole)))
    path = tmp_path / "changed"
    path.write_bytes(whole[:start] + draw.draw(st.binary(max_size=8)) + whole[end:])
    status, said = told(capsys, "report", path)
    assert status in (0, 2)
    assert status == 0 or str(path) in said


def test_what_nests_without_end_is_refused(tmp_path: Path, capsys: Captured) -> None:
    for head in ('{"format":1,"host":', '{"format":1,"x":', ""):
        (tmp_path / "deep").write_text(head + "[" * 100_000)
        assert told(capsys, "report", tmp_path / "deep")[0] == 2
