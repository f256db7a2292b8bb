"""The commands `ludex report` and `ludex diff`: what they show without being asked, and where it goes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.report.results import Result, write_results
from tests.reports.conftest import Written
from tests.reports.made import results

Captured = pytest.CaptureFixture[str]


def failures(path: Path, many: int, verdict: str = "fail") -> Path:
    write_results(results([Result(f"v{n:03}@one", 0, verdict, clauses=(f"NIM-A-{n}",)) for n in range(many)]), path)
    return path


@pytest.mark.parametrize(
    ("how", "usual"),
    [((), 5), (("--format", "terminal"), 5), (("--format", "markdown"), 10), (("--format", "junit"), 100)],
)
def test_a_report_draws_as_many_failures_as_its_format_does_or_as_are_asked_for(
    how: tuple[str, ...], usual: int, tmp_path: Path, capsys: Captured
) -> None:
    path = failures(tmp_path / "r.json", 104)
    for words, many in (((), usual), (("--show", "3"), 3), (("--show", "0"), 0)):
        assert main(["report", str(path), *how, *words]) == 0
        assert capsys.readouterr().out.count("again: ludex check ") == many


def test_where_the_vectors_are_not_those_of_the_run_that_is_noted(written: Written, capsys: Captured) -> None:
    path = written("right")
    assert main(["report", str(path)]) == 0
    assert capsys.readouterr().err == ""
    seal = json.loads(path.read_text())["suite"]["manifest"]
    path.write_text(path.read_text().replace(seal, "0" * len(seal)))
    assert main(["report", str(path)]) == 0
    told = capsys.readouterr().err
    assert re.fullmatch(r"note: The vectors here are .*, not those of the run: where a vector .* no board\.\n", told)


def test_a_report_that_goes_to_a_file_is_that_of_the_screen(tmp_path: Path, capsys: Captured) -> None:
    path, out = failures(tmp_path / "r.json", 2), tmp_path / "out.txt"
    assert main(["report", str(path)]) == 0
    told = capsys.readouterr().out
    assert main(["report", str(path), "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert out.read_text(encoding="utf-8") == told != ""


@pytest.mark.parametrize("words", [["report", "{0}"], ["diff", "{0}", "{0}"]])
def test_fewer_than_none_is_refused(words: list[str], tmp_path: Path, capsys: Captured) -> None:
    named = [word.format(failures(tmp_path / "r.json", 1)) for word in words]
    assert main([*named, "--show", "-1"]) == 2
    options = {"report": "--show", "diff": "--show and --play"}[words[0]]
    assert capsys.readouterr() == ("", f"ludex: {options} must not be less than 0\n")
    assert main([*named, "--show", "0"]) == 0


def test_a_difference_names_twenty_vectors_or_as_many_as_are_asked_for(tmp_path: Path, capsys: Captured) -> None:
    old, new = failures(tmp_path / "old.json", 30, "pass"), failures(tmp_path / "new.json", 30)
    for words, many in (((), 20), (("--show", "3"), 3), (("--show", "0"), 0), (("--show", "30"), 30)):
        assert main(["diff", str(old), str(new), *words]) == 1
        told = capsys.readouterr().out
        assert len(re.findall(r"v\d{3}@one · ", told)) == many
        assert (f"… and {30 - many} more (--show 30)" in told) == ("(--show" in told) == (0 < many < 30)
        assert "  … and 22 more clauses\n" in told
    assert main(["diff", str(new), str(old)]) == 0


@pytest.mark.parametrize(("many", "left"), [(8, ""), (9, "  … and 1 more clause\n")])
def test_a_difference_tells_eight_clauses_of_each_kind(many: int, left: str, tmp_path: Path, capsys: Captured) -> None:
    old, new = failures(tmp_path / "old.json", many, "pass"), failures(tmp_path / "new.json", many)
    assert main(["diff", str(old), str(new), "--show", "0"]) == 1
    told = capsys.readouterr().out
    assert len(re.findall(r"  NIM-A-\d +1\n", told)) == 8
    assert told.partition("  NIM-A-7          1\n")[2].partition("\n")[0] == left.rstrip("\n")


def test_rows_below_none_are_refused(capsys: Captured) -> None:
    assert main(["diff", "--rules", "tribun@2026-01", "tribun@2026-04", "--play", "-1"]) == 2
    assert capsys.readouterr() == ("", "ludex: --show and --play must not be less than 0\n")


def test_a_folder_and_rules_without_their_option_are_told_as_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    path = failures(tmp_path / "r@1.json", 1)
    assert main(["diff", str(path), str(path)]) == 0
    capsys.readouterr()
    assert main(["diff", str(path), str(tmp_path)]) == 2
    assert f"{tmp_path} is a folder\n  Two results files can be compared" in capsys.readouterr().err
    assert main(["diff", str(path), "tribun@2026-01"]) == 2
    assert "there is no file tribun@2026-01\n  To compare rules write `ludex diff --rules" in capsys.readouterr().err
    assert main(["diff", str(path), "nowhere.json"]) == 2
    told = capsys.readouterr().err
    assert "cannot read nowhere.json" in told
    assert told.endswith("\n  Name a results file; `ludex check --json FILE` writes one.\n")
