"""What a user names for our output is written whole, and only files are replaced; where output ends, we end well."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.outlet import be_writable, write

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
