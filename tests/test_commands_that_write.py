"""Commands that write files lose nothing for a file that cannot be written: what came out is told, and none is torn."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.generate import files
from tests.test_output import LUDEX

pytestmark = pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")


def in_little_room(room: int, *words: str, **more: object) -> subprocess.CompletedProcess[str]:
    """Runs a command where no file may grow beyond so many bytes."""
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*LUDEX, *words],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        env={"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        **more,
    )


@pytest.mark.parametrize("words", [("kit", "python", "--game", "tribun", "made"), ("new", "TRB-MOV-4", "-o", "made")])
def test_half_a_file_is_none(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = in_little_room(100, *words, cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot write made" in done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    again = subprocess.run([*LUDEX, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr


def test_a_kit_below_a_file_is_refused_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for folder in ("file", "file/made", "x" * 300):
        assert main(["kit", "python", "--game", "tribun", str(tmp_path / folder)]) == 2
        assert "cannot make the folder" in capsys.readouterr().err


def test_a_new_scenario_replaces_none_that_came_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.ludex"

    def slow(*_: object) -> str:
        file.write_text("of somebody else")
        return "ours"

    monkeypatch.setattr("ludex.authoring.skeletons.skeleton", slow)
    assert main(["new", "TRB-MOV-4", "-o", str(file)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert file.read_text() == "of somebody else"


def test_vectors_that_cannot_be_written_are_said_so_in_a_line(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text("old")
    script = "from ludex.generate.files import write; from pathlib import Path; write(Path('old.json'), b'x' * 1000)"
    done = subprocess.run(
        [sys.executable, "-B", "-c", script],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Fault: cannot write old.json: File too large\n  Mend that, and run it again." in done.stderr
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
    with pytest.raises(Fault, match="cannot make the folder"):
        files.write(old / "below" / "x.json", b"new")


def test_generate_asks_first_whether_the_vectors_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(*_: object) -> None:
        raise AssertionError("nothing is made that cannot be written")

    (tmp_path / "tribun").touch()
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path))
    monkeypatch.setattr("ludex.generate.generating.make", made)
    assert main(["generate", "--game", "tribun"]) == 2
    assert "cannot make the folder" in capsys.readouterr().err
