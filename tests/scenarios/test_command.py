"""``ludex run``: what it prints, and its exit status."""

from pathlib import Path

import pytest

from ludex.cli import main

GOOD = """\
game tribun edition 2026-01
scenario "the first turn"
  given standard start, black to move
  then  265 legal actions
"""
WRONG = GOOD.replace("first", "second") + "  when move (-3,-3) -> (-4,-5)\n  then black 3 at (-4,-5)\n"
TYPO = GOOD.replace("standard", "standrad")
UNREADABLE = 'game tribun\nscenario "lonely"\n  given black to move, black T1 at (0,0)\n  then still open\n'


def written(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.ludex").write_text(text, encoding="utf-8")
    return folder


def test_all_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(written(tmp_path, good=GOOD))]) == 0
    assert "1 pass, 0 fail" in capsys.readouterr().out


def test_some_fail_with_boards_and_a_line_that_reruns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, good=GOOD, wrong=WRONG)
    assert main(["run", str(folder)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(
        f'FAIL "the second turn", edition 2026-01\n{folder / "wrong.ludex"}:6:8: the position is not as expected\n'
    )
    assert "(-4,-5): expected black 3, got black 2" in out
    assert "*b3" in out
    assert "*b2" in out
    assert "-k 'the second turn'" in out
    assert "1 pass, 1 fail" in out


@pytest.mark.parametrize(
    ("text", "said"), [(TYPO, "did you mean `standard`?"), (UNREADABLE, "TRB-UNT-4"), ("", "a scenario in the file")]
)
def test_what_cannot_be_played_is_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert main(["run", str(written(tmp_path, good=GOOD, bad=text))]) == 2
    out = capsys.readouterr().out
    assert said in out
    assert "1 pass, 0 fail" in out
    if said != "TRB-UNT-4":
        assert "1 pass, 0 fail, 1 error in files\n" in out


def test_a_missing_file_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tmp_path / "none.ludex")]) == 2
    assert "none.ludex" in capsys.readouterr().err


def test_nothing_to_play_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tmp_path)]) == 2
    assert main(["run", str(written(tmp_path, good=GOOD)), "-k", "no such name"]) == 2
    assert "no scenario found with 'no such name' in its name" in capsys.readouterr().err


def test_names_select(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(written(tmp_path, good=GOOD, wrong=WRONG)), "-k", "FIRST turn"]) == 0
    assert "1 pass, 0 fail" in capsys.readouterr().out


def test_a_clause_that_the_rulebook_does_not_have_is_told_where_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cited = GOOD.replace("  given", "  cites TRB-MOV-1, TRB-MVO-2\n  given")
    text = cited + "  when black offers a draw\n  then refused by TRB-MOV-1 or TRB-DRW-99\n"
    assert main(["run", str(written(tmp_path, a=text))]) == 2
    out = capsys.readouterr().out
    path = tmp_path / "a.ludex"
    assert f"{path}:3:20: expected a clause of the rulebook, which `TRB-MVO-2` is not\n" in out
    assert (
        "Did you mean `TRB-MOV-2` (Part 1 needs a slave)? In the rulebook of tribun, `TRB-` is followed by BRD," in out
    )
    assert f"{path}:7:32: expected a clause of the rulebook, which `TRB-DRW-99` is not\n" in out
    assert "`ludex explain TRB-DRW` lists all of them." in out


def test_a_clause_of_another_game_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD.replace("  given", "  cites TAC-MOV-2\n  given")
    for command in ("run", "lint"):
        assert main([command, str(written(tmp_path, a=text))]) != 0
        assert "\n    It is a clause of tactics; those of tribun begin with `TRB`.\n" in capsys.readouterr().out


def test_editions_in_which_a_scenario_fails_alike_are_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = WRONG.replace(" edition 2026-01", "")
    assert main(["run", str(written(tmp_path, a=wrong))]) == 1
    out = capsys.readouterr().out
    assert out.count("FAIL") == 1
    assert 'FAIL "the second turn", editions 2026-01 and 2026-04' in out
    assert "1 scenario, 2 with each edition: 0 pass, 2 fail" in out


def test_failures_that_differ_between_editions_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = "  when black offers a draw\n  when white declines\n  then in 2026-01 tie\n  then in 2026-04 black wins\n"
    assert main(["run", str(written(tmp_path, a=GOOD.replace(" edition 2026-01", "") + steps))]) == 1
    out = capsys.readouterr().out
    assert out.count("FAIL") == 2
    assert "edition 2026-01\n" in out
    assert "edition 2026-04\n" in out
