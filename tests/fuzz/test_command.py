"""What the command line of `ludex fuzz` asks for, and how it ends: the campaign itself is played."""

from __future__ import annotations

import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.cli import _parser, main
from ludex.cli.fuzz import QUESTIONS, _order, _token
from ludex.fault import Fault
from ludex.fuzz.campaign import FuzzAccount
from ludex.fuzz.order import FuzzOrder, Token
from ludex.runner.limits import Limits
from ludex.runner.reaper import REAPER

TOKEN = "tactics:7:3:0a0b"


def order(*words: str) -> FuzzOrder:
    said = ("fuzz", *words) if "--replay" in words else ("fuzz", "--game", "tribun", *words)
    args = _parser(said).parse_args(said)
    args.command = ["node", "x.js"]
    return _order(args, _token(args))


def usual(**other: Any) -> FuzzOrder:
    asked: dict[str, Any] = {"game": "tribun", "questions": QUESTIONS, "limits": Limits(), **other}
    return FuzzOrder(command=("node", "x.js"), **asked)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("", {}),
        ("--questions 1", {"questions": 1}),
        ("--minutes 1.5", {"questions": 0, "seconds": 90.0}),
        ("--seed x7", {"seed": "x7"}),
        ("--unguided", {"guided": False}),
        ("--timeout 1.5", {"limits": Limits(timeout=1.5)}),
        ("--start-timeout 1.5", {"limits": Limits(start=1.5)}),
        ("--max-memory 3", {"limits": Limits(memory=3 << 20)}),
        ("--falls 1", {"limits": Limits(falls=1)}),
        (f"--replay {TOKEN}", {"game": "tactics", "seed": "7"}),
        ("--jobs 3", {"jobs": 3}),
        ("--journal j", {"journal": Path("j")}),
        ("--journal j --resume", {"journal": Path("j"), "resume": True}),
        ("--corpus c", {"corpus": Path("c")}),
        ("--against 'node y.js'", {"against": (("node", "y.js"),)}),
        ("--against y --against 'node z.js'", {"against": (("y",), ("node", "z.js"))}),
    ],
)
def test_an_option_becomes_a_part_of_the_order(words: str, asked: dict[str, Any]) -> None:
    assert order(*shlex.split(words)) == usual(**asked)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--questions 0", "--questions must be 1 or more"),
        ("--falls 0", "--falls must be 1 or more"),
        ("--jobs 0", "--jobs must be 1 or more"),
        ("--resume", "--resume needs a journal\n  Name it with --journal FILE."),
        (
            "--against x --against y --against z",
            "--against is given more than twice\n  Two engines, or three that vote.",
        ),
        ("--against ''", "--against names no command"),
        ("--minutes 1 --questions 5", "--minutes does not go with --questions\n  Leave one of them out."),
        ("--seed ''", "--seed '' cannot stand in a token\n  Use letters and figures."),
        ("--seed a:b", "--seed 'a:b' cannot stand in a token\n  Use letters and figures."),
        ("--seed \udcff", "--seed '\\udcff' cannot stand in a token\n  Use letters and figures."),
        ("--replay tribun:\udcff:39:5ecec30a", "'tribun:\\udcff:39:5ecec30a' is no token of a finding"),
        ("--replay x", "'x' is no token of a finding"),
        *(
            (
                f"--replay {TOKEN} {option}",
                f"--replay does not go with {option.split()[0]}\n  The token says all of it.",
            )
            for option in ("--game tactics", "--minutes 1", "--questions 1", "--seed 1", "--journal j", "--resume")
        ),
    ],
)
def test_what_cannot_be_ordered_is_told_with_a_remedy(words: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        order(*shlex.split(words))
    assert str(fault.value).startswith(told)


def test_without_an_engine_the_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--game", "tribun"]) == 2
    assert capsys.readouterr().err.startswith("ludex: no engine to fuzz\n  Usage: ludex fuzz [--game G] [--minutes M")


class World:
    """A campaign that is not run: with which order and token it was, and what is said to have come of it."""

    def __init__(self) -> None:
        self.account = FuzzAccount()
        self.asked: list[tuple[FuzzOrder, Token | None]] = []
        self.kept: list[tuple[Path, str, list[Any]]] = []

    def campaign(self, order: FuzzOrder, _: Any, watch: Any, __: Any) -> Any:
        def run(token: Token | None) -> FuzzAccount:
            watch(0, 1)
            self.asked.append((order, token))
            return self.account

        return SimpleNamespace(run=run)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr("ludex.fuzz.campaign.Campaign", made.campaign)
    monkeypatch.setattr("ludex.fuzz.findings.finding_of", lambda *what: what)
    monkeypatch.setattr("ludex.fuzz.findings.keep", lambda *what: made.kept.append(what))
    monkeypatch.setattr("ludex.fuzz.telling.lines", lambda *what: map(repr, what[1:]))
    monkeypatch.setattr(REAPER, "sole", None)
    return made


@pytest.mark.parametrize(
    ("account", "status"),
    [
        (FuzzAccount(), 0),
        (FuzzAccount(differing=1), 0),
        (FuzzAccount(found=["f"]), 1),  # type: ignore[list-item]
        (FuzzAccount(stopped="it fell"), 1),
        (FuzzAccount(interrupted=True), 130),
        (FuzzAccount(interrupted=True, found=["f"]), 130),  # type: ignore[list-item]
    ],
)
def test_the_status_says_whether_anything_differs(account: FuzzAccount, status: int, world: World) -> None:
    world.account = account
    assert main(["fuzz", "--game", "tactics", "--seed", "s", "--", "node", "x.js"]) == status
    ((asked, token),) = world.asked
    assert (asked.game, asked.seed, asked.command, token) == ("tactics", "s", ("node", "x.js"), None)
    assert REAPER.sole is False
    assert world.kept == []


@pytest.mark.parametrize("found", [[], ["f"]])
def test_what_is_found_is_kept_where_that_is_asked(
    found: list[Any], world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.account = FuzzAccount(found=found)
    into = tmp_path / "new"
    assert main(["fuzz", "--replay", TOKEN, "--into", str(into), "--", "node", "x.js"]) == len(found)
    assert world.asked[0][1] == Token("tactics", "7", 3, "0a0b")
    findings = [("tactics", "", one, ()) for one in found]
    assert world.kept == [(into, "tactics", findings)] * len(found)
    assert [*tmp_path.iterdir()] == [], "it is made where something is kept"
    kept = f"\nKept in {into}: `ludex check --game tactics --vectors {into} -- …` asks them again.\n"
    assert capsys.readouterr().out == f"{findings}\n('node', 'x.js')\n" + kept * len(found)


HELLO = SimpleNamespace(engine=SimpleNamespace(name="of its own"))


def test_findings_are_kept_nowhere_but_where_that_is_asked(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.account = FuzzAccount(found=["f"])  # type: ignore[list-item]
    assert main(["fuzz", "--game", "tactics", "--", "node"]) == 1
    assert (world.kept, len(world.asked)) == ([], 1)
    assert main(["fuzz", "--game", "tactics", "--into", "", "--", "node"]) == 2
    assert "--into names no folder" in capsys.readouterr().err
    assert len(world.asked) == 1


@pytest.mark.parametrize("option", ["html", "junit"])
def test_a_report_is_written_as_its_option_says(
    option: str, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("html", "junit"):
        monkeypatch.setattr(f"ludex.fuzz.pages.{name}", lambda *what, name=name: [name, repr(what)])
    world.account = FuzzAccount(hello=HELLO, found=["f"])  # type: ignore[arg-type, list-item]
    path = tmp_path / "page"
    assert main(["fuzz", "--game", "tactics", "--against", "y", f"--{option}", str(path), "--", "node"]) == 1
    findings = [("tactics", "of its own", "f", (("y",),))]
    assert path.read_text() == f"{option}\n{(world.account, findings, ('node',), 'tactics')!r}\n"
    assert [*tmp_path.iterdir()] == [path]
    assert capsys.readouterr().out == f"{findings}\n('node',)\n"


@pytest.mark.parametrize("option", ["--html", "--junit", "--journal", "--into"])
def test_what_cannot_be_written_is_told_before_anything_is_asked(
    option: str, world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    path = str(tmp_path / "file" / "below")
    assert main(["fuzz", "--game", "tactics", option, path, "--", "node"]) == 2
    assert f"Choose another file for {option}." in capsys.readouterr().err.replace("another folder", "another file")
    assert world.asked == []


def test_what_cannot_be_kept_beside_what_is_there_is_told_before_anything_is_asked(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = ["fuzz", "--game", "tactics", "--into", str(tmp_path)]
    home = tmp_path / "tactics"
    home.touch()
    assert main([*into, "--", "node"]) == 2
    assert f"cannot write into {home}: {home} is no folder\n  Choose another" in capsys.readouterr().err
    home.unlink()
    home.mkdir()
    (home / "diary.json").write_text("{}")
    assert main([*into, "--", "node"]) == 2
    assert "diary.json is no finding" in capsys.readouterr().err
    assert world.asked == []


@pytest.mark.parametrize("options", ["--html=x --junit=./x", "--journal=x --html=x", "--corpus=x --junit=x"])
def test_two_options_for_one_file_are_refused(
    options: str, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["fuzz", "--game", "tactics", *options.split(), "--", "node"]) == 2
    assert "name the same file: " in capsys.readouterr().err
    assert world.asked == []


def test_each_report_is_written_whatever_becomes_of_the_others(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        raise Fault("no room")

    monkeypatch.setattr("ludex.fuzz.findings.keep", fail)
    monkeypatch.setattr("ludex.fuzz.pages.html", fail)
    monkeypatch.setattr("ludex.fuzz.pages.junit", lambda *_: ["<x/>"])
    world.account = FuzzAccount(found=["f"])  # type: ignore[list-item]
    files = [f"--{name}={tmp_path / name}" for name in ("into", "html", "junit")]
    assert main(["fuzz", "--game", "tactics", *files, "--", "node"]) == 2
    assert capsys.readouterr().err.count("no room") == 2
    assert (tmp_path / "junit").read_text() == "<x/>\n"
