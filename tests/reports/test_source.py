"""A results file may come from anywhere: one that cannot be read is said to be so, and none steers a terminal."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ludex.cli import main
from ludex.report.formats import FORMATS, tell
from ludex.report.results import write_results
from ludex.report.source import open_results
from tests.judge import toy
from tests.reports.conftest import Written
from tests.reports.made import forged

Spoil = Callable[[dict[str, object]], object]


@pytest.mark.usefixtures("vectors")
@pytest.mark.parametrize("how", FORMATS)
def test_a_forged_file_steers_no_report(how: str, tmp_path: Path) -> None:
    write_results(forged("\x1b[2J\x9b\u202e\x00\r"), tmp_path / "forged.json")
    text = "\n".join(tell(open_results(tmp_path / "forged.json"), how))
    assert not set(text) & set("\x1b\x9b\u202e\x00\r")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda made: made.update(format=2), "has format 2"),
        (lambda made: made["results"][0].update(setting=7), "has no setting"),
        (lambda made: made["results"][0].update(verdict="fine"), "no verdict is called fine"),
        (lambda made: made.pop("score"), "is no results file"),
    ],
)
@pytest.mark.parametrize("subcommand", ["report", "diff"])
def test_a_file_that_contradicts_itself_is_2(
    written: Written, spoil: Spoil, message: str, subcommand: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written("right")
    made = msgspec.json.decode(path.read_bytes())
    spoil(made)
    path.write_bytes(msgspec.json.encode(made))
    assert main([subcommand, *[str(path)] * (2 if subcommand == "diff" else 1)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["report", "/no/such/file"], ["report", "{folder}"], ["diff", "{folder}", "{folder}"]]
)
def test_what_cannot_be_read_is_2(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word.format(folder=tmp_path) for word in words]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_an_unknown_format_is_2(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(written("right")), "--format", "pdf"]) == 2
    assert "Formats: terminal, junit, markdown" in capsys.readouterr().err


@pytest.mark.parametrize("how", FORMATS)
def test_without_the_vectors_a_report_is_written_all_the_same(
    written: Written, how: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written("wrong_legal")
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path / "none"))
    assert main(["report", str(path), "--format", how]) == 0
    said = capsys.readouterr()
    assert "legal-3@one" in said.out.replace("&#64;", "@")
    assert "There are no vectors of nim here" in said.err


def test_other_vectors_are_named(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, own_vectors = written("wrong_legal"), toy.write(tmp_path / "own")
    monkeypatch.setenv("LUDEX_VECTORS", str(own_vectors))
    manifest = own_vectors / "nim" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"version": "toy"', '"version": "toy2"'))
    assert main(["report", str(path)]) == 0
    assert "The vectors here are toy2" in capsys.readouterr().err
