"""Each option of a command does what its help says, and what no option says is as the help has it."""

from __future__ import annotations

import argparse
import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.cli import _parser, check, fuzz, generate, main, subcommands
from ludex.cli._crew import _note
from ludex.cli.check import order_of
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.generate.generating import jobs
from ludex.runner.expected_file import read_expected
from ludex.runner.run import Order
from ludex.vectors.suite import available
from tests.guards import at_least_one

SLOW = {"lark", "msgspec", "psutil", "rich", "tomlkit", "ludex.notation", "ludex.rules", "ludex.scenario", "ludex.seam"}
NAMING = {"write", "_write", "be_writable", "be_ready", "be_makeable"}  # what tells the option that a file is for
USUAL = re.compile(r"\((?:default: )?(\d+)(?:[;)])")


def options_of(name: str) -> list[argparse.Action]:
    """The options of a command, without those that the help does not show."""
    parser = _parser([name])
    (commands,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    actions: list[argparse.Action] = commands.choices[name]._actions
    return [one for one in actions if one.help != argparse.SUPPRESS]


def parsed(*words: str) -> argparse.Namespace:
    args = _parser(words).parse_args(words)
    args.command = []
    return args


def test_the_help_of_all_commands_loads_nothing_slow() -> None:
    script = f"import sys; from ludex.cli import _parser; _parser([]); print({SLOW!r} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def order(*words: str) -> Order:
    return order_of(parsed("check", "--game", "tribun", *words))


def test_the_help_says_what_holds_without_an_option() -> None:
    options = [(name, one) for name in subcommands() for one in options_of(name)]
    stated = [(name, one, found) for name, one in options if (found := USUAL.search(one.help or ""))]
    usual = {(name, one.dest): one.default for name, one, _ in stated if one.default is not None}
    assert usual == {(name, one.dest): int(found[1]) for name, one, found in stated if one.default is not None}
    told_by_the_command = {(name, one.dest) for name, one, _ in stated if one.default is None}
    assert told_by_the_command == {("diff", "show"), ("power", "limit"), ("power", "seconds")}
    assert {("check", "jobs"), ("check", "timeout"), ("gate", "show"), ("smoke", "start_timeout")} <= usual.keys()


@pytest.mark.parametrize(("name", "line"), [("gate", "Exit 0 when nothing stops"), ("diff", "With --rules two")])
def test_the_paragraphs_of_a_description_stay_so(name: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert f"\n\n{line}" in capsys.readouterr().out


@pytest.mark.parametrize("name", subcommands())
def test_what_is_not_asked_for_is_off(name: str) -> None:
    """A switch is off, a list empty; only the gate cannot do without a revision."""
    for one in at_least_one(option for option in options_of(name) if option.dest != "help"):
        if one.option_strings:
            assert one.required == ((name, one.dest) == ("gate", "base"))
            assert not one.default or "(" in (one.help or ""), one.dest


NUMBERS = {"N", "S", "MB"}


@pytest.mark.parametrize("name", subcommands())
@pytest.mark.parametrize("wrong", ["many", "1.5x", ""])
def test_what_is_no_number_is_refused_by_its_option(name: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    for one in (option for option in options_of(name) if option.metavar in NUMBERS):
        with pytest.raises(SystemExit) as refused:
            parsed(name, one.option_strings[-1], wrong)
        assert refused.value.code == 2
        assert one.option_strings[-1] in capsys.readouterr().err
    assert NUMBERS & {str(option.metavar) for option in options_of(name)} or name not in ("check", "power", "gate")


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("--edition 2026-01 --edition 2026-04", "asked.editions", ("2026-01", "2026-04")),
        ("--reading kill-mover=attack", "asked.readings", (("kill-mover", "attack"),)),
        ("--all-readings", "asked.all_readings", True),
        ("--select apply --select legal", "selection.patterns", ("apply", "legal")),
        ("--skip perft", "skip", ("perft",)),
        ("--images", "selection.images", True),
        ("--no-sides", "selection.sides", False),
        ("--against node", "selection.sides", False),
        ("--fail-fast", "max_failures", 1),
        ("--fail-fast --max-failures 7", "max_failures", 1),
        ("--max-failures 7", "max_failures", 7),
        ("--repeat 2", "repeat", 2),
        ("--anonymous", "anonymous", True),
        ("-j 3", "jobs", 3),
        ("--timeout 1.5", "limits.timeout", 1.5),
        ("--start-timeout 2.5", "limits.start", 2.5),
        ("--max-answer 3", "limits.answer", 3 << 20),
        ("--max-memory 3", "limits.memory", 3 << 20),
        ("--max-cpu 2.5", "limits.cpu", 2.5),
        ("--falls 3", "limits.falls", 3),
        ("--require-all", "require_all", True),
        ("--unfinished apply --unfinished legal", "unfinished", ("apply", "legal")),
        ("--journal j", "journal", Path("j")),
        ("--json /no/such/r.json", "journal", Path("/no/such/r.json.journal")),
        ("--json r.json --journal j", "journal", Path("j")),
        ("--json /dev/null", "journal", None),
        ("--json j.json --resume", "resume", True),
        ("--connect 127.0.0.1:4000", "words", ("--connect", "127.0.0.1:4000")),
        ("--connect 192.0.2.1:4000 --allow-remote", "words", ("--connect", "192.0.2.1:4000")),
        ("--against 'node x.js'", "against", ("node", "x.js")),
    ],
)
def test_an_option_becomes_a_part_of_the_order(words: str, field: str, value: Any) -> None:
    asked, usual = order(*shlex.split(words)), order()
    for name in field.split("."):
        asked, usual = getattr(asked, name), getattr(usual, name)
    assert asked == value
    assert usual != value or value is None


def test_the_failures_that_are_expected_are_read(tmp_path: Path) -> None:
    path = tmp_path / "expected.jsonl"
    path.write_text('{"id":"a@one","reason":"known"}\n')
    assert order("--expected", str(path)).expected == read_expected(path)


def test_without_an_option_an_order_is_as_the_help_says() -> None:
    assert order() == Order("tribun", (), needs_journal=False)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--show -1", "--show must be 0 or more"),
        ("--resume", "--resume needs a journal"),
        ("--max-failures 0", "--max-failures must be 1 or more"),
        ("--repeat -1", "--repeat must be 0 or more"),
        ("-j 0", "--jobs must be"),
        ("--falls 0", "--falls must be"),
        ("--max-answer 0", "--max-answer must be"),
        ("--reading kill-mover", "is not R=C"),
        ("--reading =attack", "is not R=C"),
        ("--reading kill-mover=", "is not R=C"),
        ("--connect 127.0.0.1", "is not HOST:PORT"),
        ("--connect 127.0.0.1:0", "is not HOST:PORT"),
        ("--connect 127.0.0.1:65536", "is not HOST:PORT"),
        ("--connect :4000", "is not HOST:PORT"),
        ("--connect 192.0.2.1:4000", "--allow-remote"),
        ("--against ''", "--against names no command"),
        ("--against 'node \"x'", "No closing quotation"),
        ("--against node -j 2", "--against does not go with --jobs"),
        ("--against node --connect 127.0.0.1:4000", "--against does not go with --connect"),
        ("--against node --journal j", "--against does not go with --journal"),
        ("--against node --json j --resume", "--against does not go with --resume"),
        ("--against node --expected j", "--against does not go with --expected"),
        ("--against node --write-expected j", "--against does not go with --write-expected"),
        ("--against node --repeat 2", "--against does not go with --repeat"),
        ("--vectors v --core", "--vectors does not go with --core"),
    ],
)
def test_what_cannot_be_ordered_is_named(words: str, named: str) -> None:
    with pytest.raises(Fault) as fault:
        order(*shlex.split(words))
    assert named in str(fault.value)


@pytest.mark.parametrize("port", ["1", "65535"])
def test_every_port_is_a_port(port: str) -> None:
    assert order("--connect", f"127.0.0.1:{port}").words == ("--connect", f"127.0.0.1:{port}")


def test_an_address_and_a_command_are_two_engines() -> None:
    args = parsed("check", "--game", "tribun", "--connect", "127.0.0.1:4000")
    args.command = ["./engine"]
    with pytest.raises(Fault, match="two engines"):
        order_of(args)
    args.connect = None
    assert order_of(args).words == ("./engine",)


@pytest.mark.parametrize(
    ("words", "named", "remedy"),
    [
        ("generate --core --check", "--core does not go with --check", "Ask for one after the other."),
        ("generate --check --stats", "--check does not go with --stats", "Ask for one after the other."),
        ("generate --core --topic legal", "--core is of all topics", "Leave --topic out."),
        ("generate --stats --topic legal", "--stats is of all topics", "Leave --topic out."),
        ("generate --history h", "--history goes only with --core", "Add --core, or leave --history out."),
        ("generate --check --history h", "--history goes only with --core", "Add --core"),
        ("generate --sample 2", "--sample goes only with --check", "Add --check"),
        ("generate --core --history NOWHERE/file", "there is no file 'NOWHERE/file'", "Name one that"),
        ("generate --game chess", "no suite for 'chess'", "Games with a suite: "),
        ("kit python NOWHERE/folder", "which game?", f"Say --game G; games: {', '.join(where.games())}."),
        ("kit cobol NOWHERE/folder --game tribun", "cobol", "python"),
        ("check --list", "which game?", f"Say --game G; games with vectors: {', '.join(available())}."),
        ("run NOWHERE/place", "NOWHERE/place", ""),
        ("new TRB-MOV-4 -o NOWHERE/folder/new.ludex", "-o", ""),
        ("new TRB-MOV-4 -o /", "is there already", "Choose another name for -o"),
        ("smoke", "no engine to try", "Usage: ludex smoke"),
        ("report NOWHERE/file", "cannot read NOWHERE/file", ""),
        ("report NOWHERE/file --show -1", "--show must not be less than 0", ""),
        ("diff NOWHERE/file NOWHERE/other", "NOWHERE/file", ""),
        ("diff NOWHERE/file NOWHERE/other --format pdf", "no format 'pdf'", "Formats: terminal, html."),
        ("diff NOWHERE/file NOWHERE/other --show -1", "--show and --play must not be less than 0", ""),
        ("diff NOWHERE/file NOWHERE/other --play -1", "--show and --play must not be less than 0", ""),
        ("diff --rules a b --format html", "--format and --output are for two results files", "Leave them out"),
        ("diff --rules a b -o NOWHERE/file", "--format and --output are for two results files", "Leave them out"),
        ("matrix NOWHERE/file --format pdf", "no format 'pdf'", "Formats: terminal, html, badge."),
        ("doctor A-b", "'A-b' cannot be the name of a game", "Use small letters, digits and _."),
        ("engine --game chess", "no game 'chess'", f"Games: {', '.join(where.games())}."),
        ("smoke --game chess -- x", "no game 'chess'", f"Games: {', '.join(where.games())}."),
        ("export --format sqlite", "a database is no text for a terminal", "Say -o FILE."),
    ],
)
def test_what_makes_no_sense_is_told_with_a_remedy(
    words: str, named: str, remedy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "a file"  # below which nobody can make anything, and so nothing is ever left behind
    nowhere.touch()
    assert main([word.replace("NOWHERE", str(nowhere)) for word in shlex.split(words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert named.replace("NOWHERE", str(nowhere)) in err
    assert remedy in err
    assert "Traceback" not in err


def test_what_cannot_be_written_is_told_by_an_option_that_there_is() -> None:
    options = {word for name in subcommands() for one in options_of(name) for word in one.option_strings}
    named = [
        (file.name, call.args[-1].value)
        for file in Path(check.__file__).parent.glob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in NAMING
        if isinstance(call.args[-1], ast.Constant) and str(call.args[-1].value).startswith("-")
    ]
    assert {("show.py", "--svg"), ("show.py", "--html"), ("new.py", "-o"), ("coverage.py", "--json")} <= {*named}
    assert [one for one in named if one[1] not in options] == []


WORKERS = ("--scheduler", "tcp://h:1")


def crew(of: Callable[[argparse.Namespace], Any], *words: str, **more: object) -> Any:
    args = parsed(*words)
    vars(args).update({"words": words, "table": [], **more})
    return of(args)


def test_who_works_is_so_many_processes_here_or_the_workers_of_a_cluster() -> None:
    assert crew(check._crew, "check", "-j", "2") == []
    assert crew(check._crew, "check", *WORKERS) == [Crew(1, "tcp://h:1", _note)]
    assert crew(fuzz._crew, "fuzz", "-j", "3") == Crew(3, None, _note)
    assert crew(generate._crew, "generate", "--jobs=5") == Crew(5, None, _note)
    assert crew(generate._crew, "generate") == Crew(os.cpu_count() or 1, None, _note)
    for of, name in ((fuzz._crew, "fuzz"), (generate._crew, "generate")):
        assert crew(of, name, *WORKERS).scheduler == "tcp://h:1"


@pytest.mark.parametrize(
    ("of", "words", "more", "told", "remedy"),
    [
        *(
            (check._crew, ("check",), {one: "x"}, f"--scheduler does not go with --{one}", "Leave one of them out.")
            for one in ("against", "connect", "vectors", "table")
        ),
        *(
            (fuzz._crew, ("fuzz",), {one: "x"}, f"--scheduler does not go with --{one}", "Leave one of them out.")
            for one in ("table", "replay")
        ),
        *(
            (
                generate._crew,
                ("generate", *jobs),
                {},
                "--jobs does not go with --scheduler: its workers are",
                "Leave one",
            )
            for jobs in (("-j", "2"), ("-j2",), ("--jobs", "2"), ("--jobs=2",))
        ),
    ],
)
def test_what_does_not_go_with_the_workers_of_a_cluster_is_told(
    of: Any, words: tuple[str, ...], more: dict[str, str], told: str, remedy: str
) -> None:
    with pytest.raises(Fault) as fault:
        crew(of, *words, *WORKERS, **more)
    assert fault.value.message.startswith(told)
    assert fault.value.remedy.startswith(remedy)
    if more:
        assert crew(of, *words, **more) in ([], Crew(1, None, _note), Crew(parsed(*words).jobs, None, _note))


def test_what_a_cluster_says_goes_to_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    _note("a worker is gone")
    assert capsys.readouterr() == ("", "ludex: a worker is gone\n")


def test_without_topics_all_are_made() -> None:
    assert jobs("tribun", parsed("generate").topic) == jobs("tribun") != []
    assert {job.topic for job in jobs("tribun", parsed("generate", "--topic", "perft").topic)} == {"perft"}


def test_a_place_without_scenarios_is_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tmp_path)]) == 2
    assert f"no file of scenarios in {tmp_path}" in capsys.readouterr().err
    (tmp_path / "a.ludex").write_text("game tribun\n", encoding="utf-8")
    assert main(["run", str(tmp_path)]) == 2
    assert "expected a scenario in the file" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["generate --sample 0", "generate -j 0", "power --sample 0", "power -j 0"])
def test_none_of_what_is_counted_is_refused(words: str) -> None:
    with pytest.raises(SystemExit) as refused:
        parsed(*words.split())
    assert refused.value.code == 2


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_for_a_terminal_and_never_in_the_output(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def make_core(suite: Any, *rest: Any) -> None:
        rest[-1](f"{suite.game}: half of it")
        raise Fault("enough")

    monkeypatch.setattr("ludex.mutation.core_file.make_core", make_core)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    assert main(["generate", "--core", "--game", "tribun"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "  tribun: half of it\n" * terminal + "ludex: enough\n"
