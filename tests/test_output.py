"""What a user names for our output is written whole, and only files are replaced; where output ends, we end well."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludex.cli import main
from ludex.cli._say import has_colors, say
from ludex.fault import Fault
from ludex.outlet import be_apart, be_makeable, be_writable, write

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
CHECK = ("check", "--game", "tribun", "--select", "TRB-PRF")


def ran(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*LUDEX, *words], text=True, timeout=120, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write(link, [b"new"], "--json")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write(pipe, [b"one", b"two"], "--json")
    reader.join()
    assert got == [b"onetwo"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_fails_while_it_is_written_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")

    def parts() -> object:
        yield b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(Fault, match="No space left"):
        write(file, parts(), "--json")  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_text() == "old"


@pytest.mark.parametrize(("name", "said"), [("", "names no file"), (".", "is a folder"), ("no/x", "does not exist")])
def test_a_place_that_cannot_be_written_is_refused_before_any_work(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Fault, match=said):
        be_writable(name, "--json")
    assert main([*CHECK, "--json", name, "--", "a-command-that-is-never-started"]) == 2
    assert list(tmp_path.iterdir()) == []


def told_to_nobody(name: Path) -> str:
    """What somebody is told who may not write everywhere, as root may."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(65534, 65534, 65534)
                os.setresuid(65534, 65534, 65534)
            be_writable(name, "--json")
        except Fault as fault:
            os.write(writer, str(fault).encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as said:
        return said.read()


def test_a_folder_that_takes_no_new_files_is_refused_before_any_work() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, mode in (("mine", 0o666), ("theirs", 0o444)):
            (folder / file).touch()
            (folder / file).chmod(mode)
        folder.chmod(0o555)
        assert "permission denied in the folder" in told_to_nobody(folder / "mine")
        assert "permission denied in the folder" in told_to_nobody(folder / "new")
        assert told_to_nobody(folder / "theirs").endswith("permission denied\n  Choose another file for --json.")
        folder.chmod(0o777)
        assert told_to_nobody(folder / "mine") == told_to_nobody(folder / "new") == ""


@pytest.mark.parametrize(("flags", "why"), [(0, "permission denied"), (os.ST_RDONLY, "the file system is read-only")])
def test_a_system_of_files_that_is_read_only_denies_nobody_a_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: int, why: str
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags))
    with pytest.raises(Fault, match=f": {why} in the folder {tmp_path}, where"):
        be_writable(tmp_path / "x", "--json")


@pytest.mark.parametrize("make", ["circle", "long", "below a file"])
def test_a_name_that_no_file_can_have_is_refused_in_a_line(tmp_path: Path, make: str) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "file").touch()
    name = {"circle": tmp_path / "a", "long": tmp_path / ("x" * 300), "below a file": tmp_path / "file" / "x"}[make]
    for ask in (lambda: be_writable(name, "--json"), lambda: write(name, [b"new"], "--json")):
        with pytest.raises(Fault, match=r"cannot write .*\n  Choose another file for --json\."):
            ask()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "file"]


def test_a_name_as_long_as_a_name_may_be_is_written(tmp_path: Path) -> None:
    write(tmp_path / ("x" * 255), [b"new"], "--json")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


def test_a_mistake_while_it_is_written_leaves_nothing_behind(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"new"
        raise UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed")

    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "file", parts(), "--json")
    assert list(tmp_path.iterdir()) == []


def test_two_that_write_one_file_both_end_well(tmp_path: Path) -> None:
    """Each begins before the other ends; the file is always whole, and the last wins."""
    file = tmp_path / "file"

    def around(parts: list[bytes]) -> Iterator[bytes]:
        yield parts[0]
        write(file, [b"in the midst"], "--json")
        assert file.read_bytes() == b"in the midst"
        yield parts[1]

    write(file, around([b"la", b"st"]), "--json")
    assert file.read_bytes() == b"last"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_that_is_replaced_keeps_who_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o640)
    write(file, [b"new"], "--json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_standard_output_may_be_named_as_a_file() -> None:
    script = "from ludex.outlet import write; write('/dev/stdout', [b'one', b'two'], '--json')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "onetwo", "")


@pytest.mark.parametrize("value", ["nan", "inf", "0", "-1", "soon"])
@pytest.mark.parametrize("words", [CHECK, ("smoke",)], ids=lambda words: words[0])
def test_a_timeout_is_a_finite_number_of_seconds(words: tuple[str, ...], value: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--timeout", value, "--", "true"])
    assert ended.value.code == 2


def test_a_reader_that_goes_away_is_told_apart_from_a_failure() -> None:
    shell = f"{sys.executable} -c 'import sys; from ludex.cli import main; sys.exit(main())' explain TRB-MOV-4"
    script = f"({shell}; echo $? >&2) | true"
    statuses = {ran_status(script) for _ in range(3)}
    assert statuses <= {"0", "141"}


def ran_status(script: str) -> str:
    return subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False).stderr.strip()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", [("explain", "TRB-MOV-4"), ("run",), (*CHECK, "--list")], ids=lambda words: words[0])
def test_output_that_cannot_be_written_is_said_in_a_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = ran(*words, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert "cannot write the output" in done.stderr
    assert "Traceback" not in done.stderr


def test_letters_that_a_terminal_lacks_are_no_mistake() -> None:
    poor = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = ran("explain", "TRB-MOV-4", capture_output=True, env=poor)
    assert (done.returncode, done.stderr) == (0, "")


SCENARIO = """game tribun
scenario "{name}"
  why a test
  cites {cites}
  given
    standard start, black to move
  then {then}
"""


@pytest.mark.parametrize(
    ("cites", "then"), [("TRB-MOV-99", "black to move"), ("TRB-MOV-1", "unreadable by TRB-WRD-99")]
)
def test_a_clause_that_no_rulebook_has_is_an_error_of_the_scenario(
    cites: str, then: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.ludex"
    file.write_text(SCENARIO.format(name="a", cites=cites, then=then))
    assert main(["run", str(file)]) == 2
    out = capsys.readouterr().out
    assert "expected a clause of the rulebook" in out
    assert "Did you mean `TRB-" in out


def test_a_scenario_steers_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.ludex"
    file.write_text(SCENARIO.format(name="\x1b[31mred\x1b]0;owned\x07", cites="TRB-MOV-1", then="white to move"))
    assert main(["run", str(file)]) == 2
    out = capsys.readouterr().out
    assert "expected letters that can be seen, and not the sign U+001B" in out
    assert "\\x1b[31mred" in out
    assert not {"\x1b", "\x07"} & set(out)


class Terminal(io.StringIO):
    """A stream that is a terminal, or is none."""

    def __init__(self, terminal: bool = True) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("terminal", "environment", "colored"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {}, True),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colours_are_for_a_person_at_a_terminal_who_wants_them(
    terminal: bool, environment: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_colors(Terminal(terminal)) is colored


STYLED = {
    "FAIL a test: \n": "\x1b[1;31mFAIL a test: \x1b[0m\n",
    "  stop: here": "\x1b[1;31m  stop: here\x1b[0m",
    "1,234 fail": "\x1b[1;31m1,234 fail\x1b[0m",
    "0 fail, 3 to mend": "0 fail, \x1b[1;31m3 to mend\x1b[0m",
    "12 pass": "\x1b[32m12 pass\x1b[0m",
    "nothing to mend": "\x1b[32mnothing to mend\x1b[0m",
    "a.ludex:3:16: what": "\x1b[1ma.ludex:3:16:\x1b[0m what",
    "   ^": "\x1b[1;31m   ^\x1b[0m",
    "refused: no": "\x1b[33mrefused: no\x1b[0m",
    "Did you mean this? No": "\x1b[36mDid you mean this?\x1b[0m No",
    "a word [unknown-clause]": "a word \x1b[2m[unknown-clause]\x1b[0m",
    "plain [red]words[/red] 3": "plain [red]words[/red] 3",
    "a\x07b " + "x" * 200: "a\\x07b " + "x" * 200,
}


@pytest.mark.parametrize("text", STYLED)
def test_what_is_said_has_colours_at_a_terminal_and_none_elsewhere(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TERM": "xterm", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "COLORTERM", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    terminal, elsewhere = Terminal(), Terminal(terminal=False)
    say(text, terminal)
    assert terminal.getvalue() == f"{STYLED[text]}\n"
    say(text, elsewhere)
    assert elsewhere.getvalue() == text.replace("\x07", "\\x07") + "\n"


def test_of_nothing_nothing_is_said_and_usually_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    say("")
    assert capsys.readouterr() == ("", "")
    say("word")
    assert capsys.readouterr() == ("word\n", "")


@pytest.mark.parametrize("name", ["", "file", "file/below", "x" * 300, "zero\0"])
def test_a_folder_that_cannot_be_made_is_refused_before_any_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(Fault) as told:
        be_makeable(name, "--into")
    assert told.value.remedy == "Choose another file for --into."


def test_a_folder_that_can_be_made_is_not_made_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (".", "new", "new/below", str(tmp_path)):
        be_makeable(name, "--into")
    assert list(tmp_path.iterdir()) == []


def test_two_results_do_not_go_into_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("x")
    be_apart({"--json": "x", "--html": "y", "--journal": None, "--junit": os.devnull, "--markdown": os.devnull})
    with pytest.raises(Fault, match=r"^--json and --journal name the same file: link\n  Choose another file for --jo"):
        be_apart({"--json": "x", "--journal": "link"})
    assert main([*CHECK, "--json", "x", "--journal", "./x", "--", "a-command-that-is-never-started"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_a_circle_of_links_is_no_fault_of_two_results(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    be_apart({"--json": str(tmp_path / "a"), "--html": str(tmp_path / "x")})
    with pytest.raises(Fault, match="cannot write"):
        be_writable(tmp_path / "a", "--json")
