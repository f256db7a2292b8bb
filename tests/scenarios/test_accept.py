"""``ludex run --accept``: a failing then is rewritten to what came out, and nothing else of the file changes."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ludex.cli import main
from ludex.cli._accept import accept
from ludex.notation import tactics, tribun
from ludex.scenario import read_text, run
from ludex.where import spec
from tests.notation import made as tribun_made
from tests.tactics_notation import made as tactics_made

TRIBUN = """\
-- a comment at the top
game tribun

scenario "a move"   -- and one here
  given  black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5), black to move
  when   move (0,0) -> (1,2)
  then   {then}   -- why so
"""
TACTICS = """\
game tactics

scenario "a step"
  given
    P1 to move
    . . .  . .
    . a .  . .    a = P1 hp 10
    . . bb . .    bb = P1
    . . .  x .    x = P2
    . . .  . .
  when   {when}
  then   {then}
"""


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "LUDEX_CI"):
        monkeypatch.delenv(name, raising=False)


def accepted(folder: Path, text: str, *words: str) -> tuple[int, str]:
    path = folder / "a.ludex"
    path.write_text(text, encoding="utf-8")
    status = main(["run", str(path), "--accept", "--yes", *words])
    return status, path.read_text(encoding="utf-8")


# what was expected, and what is written instead
REWRITTEN = [
    ("black 2 at (1,2), black to move", "black 2 at (1,2), white to move"),
    ("black 2 at (1,2),   white 2 at (0,0)", "black 2 at (1,2),   white 3 at (0,0)"),
    ("(0,0) and (1,1) are empty", "white 3 at (0,0), (1,1) is empty"),
    ("black 1 at (0,0) and (1,2)", "white 3 at (0,0), black 2 at (1,2)"),
    ("nothing changes", "white to move, black 2 at (1,2), white 3 at (0,0)"),
    ("nothing changes, white to move", "white to move"),
    ("refused", "white to move, black 2 at (1,2), white 3 at (0,0)"),
    ("refused by TRB-MOV-1, white to move", "white to move"),
    ("black wins, white offers a draw", "still open, nobody offers a draw"),
    ("white may not offer", "both may offer"),
    ("legal: move (5,5) -> (4,4); move (5,5) -> (5,5)", "legal: move (5,5) -> (4,4)"),
    ("not legal: move (5,5) -> (5,5); move (5,5) -> (4,4)", "not legal: move (5,5) -> (5,5)"),
    ("white to move, legal: move (5,5) -> (5,5)", "white to move"),
    ("exactly black T1 at (-5,-5), white to move", None),
    ("standard start", "black 2 at (1,2), black T1 at (-5,-5), white 3 at (0,0), white T1 at (5,5)"),
]


@pytest.mark.parametrize(("then", "anew"), REWRITTEN)
def test_what_came_out_is_written_and_all_else_kept(tmp_path: Path, then: str, anew: str | None) -> None:
    status, text = accepted(tmp_path, TRIBUN.format(then=then))
    assert status == 0
    if anew is None:
        anew = text.splitlines()[-1].removeprefix("  then   ").removesuffix("   -- why so")
        assert anew.startswith("exactly ")
    assert text == TRIBUN.format(then=anew)


def test_a_whole_position_and_a_count(tmp_path: Path) -> None:
    then = 'position "bT1.5|7|8|9|10|5.w3.5|6.b2.3|9|8|7|5.wT1 b - - -", 1 legal action'
    status, text = accepted(tmp_path, TRIBUN.format(then=then))
    assert status == 0
    assert 'position "bT1.5|7|8|9|10|5.w3.5|6.b2.3|9|8|7|5.wT1 w - - -", ' in text


REFUSED = [
    ("attack x", "x has hp 7", "refused by TAC-ATK-1, x has hp 10"),
    ("attack x", "valid, x has hp 10", "rejected with exactly not-adjacent, x has hp 10"),
    ("move to (2,1)", "rejected with occupied", None),
    ("move to (0,1)", "a at (0,2), a has hp 9, bb is dead", "a at (0,1), a has hp 10, bb is alive"),
    ("move to (0,1)", "(0,1) is empty, a = P2 hp 4", None),
    ("move to (0,1)", 'asking perft {"depth": 0} gives {"nodes": 7}', 'asking perft {"depth": 0} gives {"nodes": 1}'),
]


@pytest.mark.parametrize(("when", "then", "anew"), REFUSED)
def test_verdicts_and_units_of_a_game_with_its_own_words(
    tmp_path: Path, when: str, then: str, anew: str | None
) -> None:
    _, text = accepted(tmp_path, TACTICS.format(when=when, then=then))
    if anew is not None:
        assert text == TACTICS.format(when=when, then=anew)
    assert main(["run", str(tmp_path / "a.ludex")]) == 0


def test_a_drawn_board_is_drawn_anew(tmp_path: Path) -> None:
    board = "\n    . . .  . .\n    . a .  . .   a = P1 hp 10\n    . . bb . .\n    . . .  x .\n    . . .  . ."
    status, text = accepted(tmp_path, TACTICS.format(when="move to (0,1)", then=board))
    assert status == 0
    assert text == TACTICS.format(when="move to (0,1)", then=board.replace(". a .  . .", "a . .  . ."))


def test_every_step_of_a_series_is_rewritten(tmp_path: Path) -> None:
    more = "  when   white resigns\n  then   white wins\n"
    status, text = accepted(tmp_path, TRIBUN.format(then="black to move") + more)
    assert status == 0
    assert text == TRIBUN.format(then="white to move") + more.replace("white wins", "black wins")


def test_lines_ends_and_the_mark_at_the_beginning_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    data = b"\xef\xbb\xbf" + TRIBUN.format(then="black to move").replace("\n", "\r\n").encode()
    path.write_bytes(data)
    assert main(["run", str(path), "--accept", "--yes"]) == 0
    assert path.read_bytes() == data.replace(b"then   black", b"then   white")


def test_only_the_chosen_scenarios_are_rewritten(tmp_path: Path) -> None:
    one = TRIBUN.format(then="black to move")
    two = one.replace('"a move"', '"other"').split("game tribun\n")[1]
    status, text = accepted(tmp_path, one + two, "-k", "other")
    assert status == 0
    assert text == one + two.replace("then   black", "then   white")


LEFT = {
    "a row of a table": (
        'game tribun\noutline "a"\n  given standard start, black to move\n  then <n> legal actions\n'
        "  examples\n    | n |\n    | 3 |\n",
        "filled in from a table",
    ),
    "one edition alone": (
        'game tribun\nscenario "a"\n  given standard start, black to move\n  when black offers a draw\n'
        "  when white declines\n  then unreadable\n",
        "it comes out otherwise in another edition",
    ),
    "no words": (TACTICS.format(when="move to (0,1)", then="z at (0,2)"), "there are no words for what came out"),
}


@pytest.mark.parametrize("case", LEFT)
def test_what_cannot_be_rewritten_is_left_and_the_reason_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    text, reason = LEFT[case]
    assert accepted(tmp_path, text) == (1, text)
    assert reason in capsys.readouterr().out


def test_both_boards_and_the_change_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accepted(tmp_path, TRIBUN.format(then="white 2 at (0,0)"))
    out = capsys.readouterr().out
    assert "(0,0): expected white 2, got white 3" in out
    assert "-   then   white 2 at (0,0)   -- why so\n+   then   white 3 at (0,0)   -- why so\n" in out


def test_what_was_done_is_told_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert accepted(tmp_path, TRIBUN.format(then="black to move"))[0] == 0
    path, out = tmp_path / "a.ludex", capsys.readouterr().out
    assert out.startswith(f'FAIL "a move", editions 2026-01 and 2026-04\n{path}:7:')
    assert out.endswith(
        f"  rerun  ludex run {path} -k 'a move'\n\n"
        "-   then   black to move   -- why so\n+   then   white to move   -- why so\n"
        f"rewrote {path}\n1 scenario, 2 with each edition: 2 pass, 0 fail\n"
    )


def test_what_is_no_text_is_told_and_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.ludex").write_bytes(b"\xff\xfe")
    assert main(["run", str(tmp_path), "--accept", "--yes"]) == 2
    out, err = capsys.readouterr()
    assert (out.count("a.ludex:1:1: "), err) == (1, "")
    assert (tmp_path / "a.ludex").read_bytes() == b"\xff\xfe"


@pytest.mark.parametrize(("answer", "told"), [("n", ""), ("y", "was changed meanwhile, and is left as it is")])
def test_what_changed_meanwhile_is_left_as_it_is(
    answer: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, asked = tmp_path / "a.ludex", []
    path.write_text(TRIBUN.format(then="black to move"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", _Terminal())

    def change(question: str) -> str:
        asked.append(question)
        path.write_text(TRIBUN.format(then="black to move") + "-- more", encoding="utf-8")
        return answer

    monkeypatch.setattr("builtins.input", change)
    assert main(["run", str(path), "--accept"]) == (2 if told else 1)
    assert asked == ["rewrite it so? [y/N] "]
    assert capsys.readouterr().err == (f"ludex: {path} {told}\n  Run the command again.\n" if told else "")
    assert path.read_text(encoding="utf-8").endswith("-- more")


@pytest.mark.parametrize("name", ["CI", "LUDEX_CI"])
def test_never_in_ci(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "true")
    text = TRIBUN.format(then="black to move")
    assert accepted(tmp_path, text) == (2, text)


def test_a_file_in_which_nothing_is_accepted_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    path.write_text(TRIBUN.format(then="white to move"), encoding="utf-8")
    before = path.stat()
    assert main(["run", str(path), "--accept", "--yes"]) == 0
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("value", ["", "0", "false", "no", "No"])
def test_a_ci_that_is_denied_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CI", value)
    text = TRIBUN.format(then="black to move")
    assert accepted(tmp_path, text) == (0, TRIBUN.format(then="white to move"))


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("Yes\n", 0), ("n\n", 1), ("\n", 1), ("yet\n", 1)])
def test_at_a_terminal_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, status: int) -> None:
    path = tmp_path / "a.ludex"
    path.write_text(TRIBUN.format(then="black to move"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", _Terminal(answer))
    assert main(["run", str(path), "--accept"]) == status
    assert path.read_text() == TRIBUN.format(then="black to move" if status else "white to move")


def test_without_a_terminal_and_without_yes_it_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    path = tmp_path / "a.ludex"
    path.write_text(TRIBUN.format(then="black to move"), encoding="utf-8")
    assert main(["run", str(path), "--accept"]) == 2
    assert "--yes" in capsys.readouterr().err
    assert main(["run", str(path), "--yes"]) == 2
    assert path.read_text() == TRIBUN.format(then="black to move")


SENTENCES = {
    "tribun": tribun_made.expectations.map(tribun.expectation_text),
    "tactics": tactics_made.expectations.map(tactics.expectation_text),
}


def stories(game: str) -> list[str]:
    """The plain scenarios that ship for a game, each with its game line."""
    found = []
    for path in sorted((spec() / game / "scenarios").glob("*.ludex")):
        text = path.read_text(encoding="utf-8")
        head = re.search("^game.*$", text, re.MULTILINE)
        if head and not re.search("^(background|include)", text, re.MULTILINE):
            found += [f"{head[0]}\n{block}\n" for block in text.split("\n\n") if block.startswith("scenario")]
    return found


@pytest.mark.parametrize("game", SENTENCES)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_is_expected_is_rewritten_so_that_it_holds_or_left_with_a_reason(
    game: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    lines = data.draw(st.sampled_from(stories(game))).split("\n")
    then = data.draw(st.sampled_from([number for number, line in enumerate(lines) if line.startswith("  then")]))
    lines[then] = f"  then   {', '.join(data.draw(st.lists(SENTENCES[game], min_size=1, max_size=2)))}  -- kept"
    text = "\n".join(lines)
    assume(not read_text(text).problems)
    path = tmp_path_factory.mktemp("a") / "a.ludex"
    path.write_text(text, encoding="utf-8", newline="")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        accept(path, lambda _: True, yes=True)
    anew = path.read_bytes().decode()
    (scenario,) = read_text(anew).scenarios
    statuses = {result.status for result in run(scenario)}
    assert statuses <= {"pass", "error"} or "not rewritten: " in out.getvalue()
    assert anew.count("  -- kept") == 1


def test_a_position_that_cannot_be_read_is_left_with_a_reason(tmp_path: Path) -> None:
    story = next(text for text in stories("tribun") if "a block where nobody can decline" in text)
    head, _, _ = story.partition("\n  then")
    path = tmp_path / "a.ludex"
    path.write_text(f"{head}\n  then   unreadable by TRB-POS-4\n", encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        accept(path, lambda _: True, yes=True)
    assert "not rewritten: its position cannot be read, by TRB-POS-3" in out.getvalue()
