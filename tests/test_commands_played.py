"""Commands whose work is played: what each asks of the tools behind it, by its options, and what it tells of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.cli import main
from ludex.judge.settings import Setting
from ludex.runner.limits import Limits
from ludex.runner.reaper import REAPER

Captured = pytest.CaptureFixture[str]
Play = Callable[..., list[Any]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Puts something else in the place of tools, which gives what a test says and notes what it is asked."""

    def played(asked: list[Any] | None = None, /, **tools: Any) -> list[Any]:
        noted: list[Any] = [] if asked is None else asked
        for name, given in tools.items():
            place = name.replace("__", ".")

            def tool(*words: Any, place: str = place, given: Any = given, **more: Any) -> Any:
                noted.append((place.rpartition(".")[2], *words, *([more] if more else [])))
                return given

            monkeypatch.setattr(f"ludex.{place}", tool)
        return noted

    return played


# -- authors


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ([], ("a finding", "", "", None)),
        (["--name", "n", "--why", "w", "--into", "here"], ("a finding", "n", "w", Path("here"))),
    ],
)
def test_a_finding_is_adopted_as_its_words_say(words: list[str], asked: Any, play: Play, capsys: Captured) -> None:
    noted = play(fuzz__adopting__adopt=Path("there/f.ludex"))
    finding = SimpleNamespace(game="tribun")
    play(noted, fuzz__findings__read_finding=finding)
    assert main(["adopt", "f.json", *words]) == 0
    assert noted == [("read_finding", Path("f.json")), ("adopt", finding, *asked[1:])]
    assert capsys.readouterr().out == "written to there/f.ludex; `ludex generate --game tribun` makes a vector of it\n"


def test_a_new_game_is_written_into_the_checkout_or_a_package_and_what_comes_next_is_told(
    play: Play, capsys: Captured
) -> None:
    noted = play(
        authoring__new_game__found_in_checkout=["spec/go", "reference/go"],
        authoring__new_game__found_as_package=["there"],
    )
    assert main(["new-game", "go", "GOX"]) == 0
    next_steps = "\n  ludex doctor go\n  ludex run -k GOX\n  ludex generate --check --game go\n"
    assert capsys.readouterr().out == f"wrote spec/go\nwrote reference/go\n{next_steps}"
    assert main(["new-game", "go", "GOX", "--into", "there"]) == 0
    assert capsys.readouterr().out == f"wrote there\n\n  pip install -e there\n{next_steps}"
    assert noted == [("found_in_checkout", "go", "GOX"), ("found_as_package", "go", "GOX", Path("there"))]


@pytest.mark.parametrize(("words", "folder"), [([], "site"), (["--into", "there"], "there")])
def test_the_site_is_written_into_its_folder(
    words: list[str], folder: str, play: Play, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = play(site__writing__write_site=SimpleNamespace(files=1234, size=5_670_000))
    monkeypatch.setattr("ludex.cli.site.find_spec", lambda _: "there")
    assert main(["site", *words]) == 0
    assert noted == [("write_site", Path(folder))]
    where = Path(folder, "index.html").resolve().as_uri()
    assert capsys.readouterr().out == f"1,234 files, 5.7 MB, in 0 s: {where}\n"


# -- counts


class Counted:
    """A count that is not made: what was asked, and what is told of it."""

    def __init__(self, noted: list[Any]) -> None:
        self.noted = noted
        self.counted = 1234

    def divide(self, *words: Any) -> str:
        self.noted.append(("divide", *words))
        return "levels"

    def end(self) -> None:
        self.noted.append(("end",))


def no_terminal(_: object) -> None:
    raise OSError


SETTING = Setting("v1", {"a": "x"}, {"a": "x"})


@pytest.mark.parametrize(
    ("words", "asked", "depth", "limits"),
    [
        ([], (None, None, {}), 3, Limits(timeout=60.0, start=30.0)),
        (["--depth", "1"], (None, None, {}), 1, Limits(timeout=60.0, start=30.0)),
        (
            ["--game", "g", "--edition", "e", "--reading", "a=x", "--reading", "b=y"],
            ("g", "e", {"a": "x", "b": "y"}),
            3,
            Limits(timeout=60.0, start=30.0),
        ),
        (["--timeout", "1.5", "--start-timeout", "2.5"], (None, None, {}), 3, Limits(timeout=1.5, start=2.5)),
    ],
)
@pytest.mark.parametrize("told", [[], ["depth 3", "wrong"]])
def test_a_count_is_divided_from_where_and_as_deep_as_is_said(
    words: list[str],
    asked: Any,
    depth: int,
    limits: Limits,
    told: list[str],
    play: Play,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = SimpleNamespace(game="go", setting=SETTING, fields={"position": 1}, depth=3, name="")
    noted = play(authoring__starting__starting_point=start, report__dividing__division=told)
    play(noted, runner__dividing__Divider=Counted(noted))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("os.get_terminal_size", no_terminal)
    monkeypatch.setattr(REAPER, "sole", None)
    assert main(["divide", "here", *words, "--", "node", "x.js"]) == (1 if told else 0)
    assert noted == [
        ("starting_point", "here", *asked),
        ("Divider", "go", SETTING, ["node", "x.js"], limits),
        ("divide", {"position": 1}, depth),
        ("division", "go", SETTING, "levels", 100),
        ("end",),
    ]
    equal = f"The engine counts as the rules do, {depth} deep, under v1 with a=x: 1,234 lines of play.\n"
    assert capsys.readouterr().out == ("".join(f"{line}\n" for line in told) or equal)
    assert REAPER.sole is False


@pytest.mark.parametrize(("own", "words"), [(None, []), (None, ["--depth", "0"]), (5, ["--depth", "0"]), (0, [])])
def test_a_count_has_a_depth(own: int | None, words: list[str], play: Play, capsys: Captured) -> None:
    noted = play(authoring__starting__starting_point=SimpleNamespace(depth=own), runner__dividing__Divider=None)
    assert main(["divide", "here", *words, "--", "node"]) == 2
    assert "a count is divided from depth 1 on\n  Say --depth N." in capsys.readouterr().err
    assert len(noted) == 1
    assert main(["divide", "here", "--depth", "1"]) == 2
    assert "no engine to ask" in capsys.readouterr().err


# -- measures


@pytest.mark.parametrize(
    ("words", "lines", "status"),
    [
        ([], False, 0),
        (["--lines"], True, 0),
        (["--check"], True, 1),
        (["--check", "--matrix"], False, 1),
        (["--lines", "--matrix"], True, 0),
    ],
)
def test_lines_are_looked_at_where_they_are_asked_for_or_all_is_checked(
    words: list[str], lines: bool, status: int, play: Play, capsys: Captured
) -> None:
    file = SimpleNamespace(statements=7, in_words=lambda: ["a line"])
    noted = play(mutation__lines__gaps_of={"go": [file]}, mutation__running__with_vectors=("go", "nim"))
    filled = SimpleNamespace(gaps=["a point"])
    suite = SimpleNamespace(names=["a", "b"], count=lambda _: 3)
    play(
        noted,
        vectors__suite__open_suite=suite,
        mutation__coverage__coverage_of=SimpleNamespace(gaps=["a clause"]),
        mutation__coverage__table=["the table"],
        mutation__coverage__coverage_json={"game": "go"},
        mutation__slips__fill_of=filled,
        mutation__slips__table=["the matrix"],
        mutation__slips__matrix_json={},
    )
    assert main(["coverage", "--game", "go", *words]) == status
    assert (("gaps_of", ["go"]) in noted) == lines
    out = capsys.readouterr().out.splitlines()
    matrix, check = "--matrix" in words, "--check" in words
    gaps = ["a point"] if matrix else ["a clause", *["a line"] * lines, *["a point"] * check]
    statements = ["go: 7 statements of the reference, run by vectors alone"] * (lines and not matrix)
    head = ["the matrix"] if matrix else ["the table"] * (not check)
    end = f"go: {len(gaps)} gap{'s' * (len(gaps) > 1)}"
    told = [*head, *statements, *(f"  {gap}" for gap in gaps), end]
    assert out[: len(told)] == told
    assert (len(out) > len(told)) == (not check and not matrix)  # what the words mean


def test_what_kills_the_mutants_of_an_engine_is_kept_where_that_is_asked(
    play: Play, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = SimpleNamespace(made=["m"], survivors=[], faults=[])
    noted = play(
        mutation__engines__folder__describe="the engine",
        mutation__engines__running__account_of=found,
        mutation__engines__account__table=["the table"],
        mutation__engines__account__account_json={"killed": 1},
        mutation__engines__kept__keep="strangers.json",
    )
    monkeypatch.setattr("ludex.cli.power.ENGINE_LEGEND", "the words")
    command = ["power", "--engine", "there", "--game", "go", "--build", "make", "--sources", "a", "--sources", "b"]
    assert main([*command, "--", "node"]) == 0
    assert capsys.readouterr().out == "the table\nthe words\n"
    assert noted[0] == ("describe", Path("there"), "go", "make", ["a", "b"], ["node"])
    out = tmp_path / "out.json"
    assert main([*command, "--keep", "--json", str(out), "--", "node"]) == 0
    assert out.read_text() == '{\n "killed": 1\n}\n'
    assert capsys.readouterr().out == "the table\n  kept in strangers.json\nthe words\n"
    for name in ("survivors", "faults"):
        monkeypatch.setattr(found, name, ["one"])
        assert main(command) == 1
        monkeypatch.setattr(found, name, [])
    found.made = []
    assert main([*command, "--keep"]) == 2
    assert [one[0] for one in noted].count("keep") == 1


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["--core"], ("make_core", "suite", 2, None)),
        (["--core", "-j", "3"], ("make_core", "suite", 3, None)),
        (["--core", "--again"], ("renew_core", "suite")),
    ],
)
@pytest.mark.parametrize("faults", [[], ["a topic has nothing"]])
def test_a_core_is_made_by_a_campaign_or_of_the_one_that_is_there(
    words: list[str], asked: Any, faults: list[str], play: Play, capsys: Captured
) -> None:
    noted = play(
        mutation__core_file__make_core="made",
        mutation__core_file__renew_core="made",
        mutation__core_file__faults_of=faults,
        mutation__core_file__table=["the table"],
        mutation__core_file__held_out=["held out"],
        mutation__core_file__lay_down="core.json",
        vectors__suite__open_suite="suite",
        generate__generating__games=("nim",),
    )
    assert main(["generate", "--game", "nim", *words]) == len(faults)
    made = tuple(getattr(one, "jobs", one) for one in noted[2])  # of a crew only how many work
    assert made[: len(asked)] == asked
    assert {("faults_of", "made", "suite"), ("table", "made"), ("held_out", "made", "suite")} <= {*noted}
    told = ["the table", "held out", *(f"  {fault}" for fault in faults), "nim: written to core.json"]
    assert capsys.readouterr().out.splitlines() == told


# -- files


@pytest.mark.parametrize("option", ["-o", "--output"])
def test_a_report_goes_to_the_terminal_or_into_a_file(
    option: str, tmp_path: Path, play: Play, capsys: Captured
) -> None:
    noted = play(report__source__open_results=SimpleNamespace(remark="cut off"), report__formats__tell=["one", "two"])
    path = tmp_path / "told"
    assert main(["report", "r.json"]) == 0
    assert capsys.readouterr() == ("one\ntwo\n", "note: cut off\n")
    assert main(["report", "r.json", "--format", "junit", "--show", "0", option, str(path)]) == 0
    assert capsys.readouterr() == ("", "note: cut off\n")
    assert path.read_text() == "one\ntwo\n"
    asked = [one[2:] for one in noted if one[0] == "tell"]
    assert asked == [("terminal", None), ("junit", 0)]
    assert main(["report", "r.json", "--show", "-1"]) == 2


@pytest.mark.parametrize("option", ["-o", "--output"])
def test_vectors_are_exported_to_the_terminal_or_into_a_file(option: str, tmp_path: Path, play: Play) -> None:
    noted = play(vectors__exporting__as_json_lines=[b"one\n", b"two\n"], vectors__exporting__as_sqlite=b"database")
    play(noted, vectors__suite__open_suite="suite")
    path = tmp_path / "out"
    assert main(["export", "--game", "a", "--game", "b", option, str(path)]) == 0
    assert path.read_bytes() == b"one\ntwo\n"
    assert main(["export", "--game", "a", "--format", "sqlite", option, str(path)]) == 0
    assert path.read_bytes() == b"database"
    assert [one[1:] for one in noted if one[0] != "open_suite"] == [(["suite", "suite"],), (["suite"],)]


# -- kits


@pytest.mark.parametrize("build", [(), ("make", "all of it")])
@pytest.mark.parametrize("lacking", ["", "cc is not there"])
def test_a_kit_is_written_and_what_comes_next_is_told(
    build: tuple[str, ...], lacking: str, play: Play, capsys: Captured
) -> None:
    kit = SimpleNamespace(build=build, run=("./an", "engine x"), lacking=lacking, minimum="C 17")
    noted = play(kits__kit_of=kit, kits__write_kit=["there/a", "there/b"], kits__figures__option_of=" --table f")
    assert main(["kit", "c", "--game", "go", "there"]) == 0
    assert noted == [("kit_of", "c"), ("write_kit", "c", "go", Path("there")), ("option_of", "go")]
    built = "  make 'all of it'\n" if build else ""
    note = f"\nnote: {lacking}; this kit needs C 17.\n" if lacking else ""
    assert capsys.readouterr().out == (
        "wrote there/a\nwrote there/b\n\n  cd there\n"
        f"{built}  ludex smoke --table f -- ./an 'engine x'\n"
        f"  ludex check --game go --table f -- ./an 'engine x'\n{note}"
    )


@pytest.mark.parametrize(
    ("tables", "games", "game"),
    [
        ((), ("go",), "go"),
        ((), ("go", "nim"), None),
        ((), (), None),
        (("nim",), ("go", "chess"), "nim"),
        (("nim", "nim"), ("go",), "nim"),
        (("nim", "go"), ("nim",), None),
    ],
)
def test_a_kit_is_of_the_only_game_or_that_of_the_only_table(
    tables: tuple[str, ...],
    games: tuple[str, ...],
    game: str | None,
    play: Play,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = SimpleNamespace(build=(), run=("x",), lacking="", minimum="")
    noted = play(kits__kit_of=kit, kits__write_kit=[], kits__figures__option_of="", tables__hold_to=None)
    monkeypatch.setattr("ludex.tables.ADDED", added := [SimpleNamespace(game=name) for name in tables])
    monkeypatch.setattr("ludex.where.games", lambda: games)
    assert main(["kit", "c", "there"]) == (0 if game else 2)
    held = [one[1:] for one in noted if one[0] == "hold_to"]
    assert held == [(table, None, ()) for table in added]
    assert [one[2] for one in noted if one[0] == "write_kit"] == [game] * bool(game)
    known = ", ".join(dict.fromkeys(tables) or games) or "none"
    assert game or f"which game?\n  Say --game G; games: {known}." in capsys.readouterr().err


# -- a demo


@pytest.mark.parametrize("told", [0, 1])
def test_a_demo_with_no_engine_that_runs_spoils_the_reference(
    told: int, play: Play, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip = SimpleNamespace(told="it is off", select="NIM-*")
    spoilt = SimpleNamespace(name="the copy", game="nim", run=("python", "x"))
    results = SimpleNamespace(score=SimpleNamespace(status=told))
    run = SimpleNamespace(suite="the suite")
    noted = play(
        runner__examples__examples=[],
        runner__examples__slip_of_reference=slip,
        runner__examples__spoil_reference=spoilt,
        vectors__suite__available=("nim", "go"),
        runner__checking__check=run,
        report__results__results_of=results,
        report__terminal__report=["the report"],
        report__html__html=["the page"],
        cli__check__finish=told,
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    page = tmp_path / ("page.html" if told else "ludex-demo.html")
    assert main(["demo", *(["--html", str(page)] if told else [])]) == (1 if told else 2)
    checked = [one[1] for one in noted if one[0] == "check"]
    assert [(one.game, one.selection.patterns, one.selection.sides) for one in checked] == [
        ("nim", (), True),
        ("go", (), True),
        ("nim", ("NIM-*",), False),
    ]
    assert [one.command for one in checked][-1] == ("python", "x")
    assert [one[1:] for one in noted if one[0] == "finish"] == [(run, None, 5)] * 2
    assert ("report", results, "the suite", 2) in noted
    assert ("html", results, "the suite", 20) in noted
    assert page.read_text() == "the page\n"
    out, err = capsys.readouterr()
    assert out.startswith("This is no independent check: ")
    assert "\nNo example engine can run here; the reference is checked instead.\n\n" in out
    assert "\nAnd now the copy, planted for this demo: it is off.\n\nthe report\n" in out
    assert out.endswith(f"The same as a page, with boards: {page.as_uri()}\n")
    assert ("no vector noticed the slip that was planted" in err) == (not told)
