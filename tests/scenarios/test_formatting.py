"""``ludex fmt``: one layout, which keeps comments and meaning, and which formatting again does not change."""

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.cli import main
from ludex.notation import tactics, tribun
from ludex.scenario import read_text
from ludex.scenario.formatting import format_text, meaning
from ludex.scenario.lines import without_comment
from ludex.where import spec
from tests.notation import made as tribun_made
from tests.tactics_notation import made as tactics_made

LAID_OUT = """\
-- a file with everything
ludex 1
game   tribun edition 2026-01 -- the first

include "tribuns.ludex-part"
background
 tags shared
 given
\tblack to move   -- always
     black T1 at (-5,-5)


-- about the first
scenario "first"
    why  because
         it is so
    cites TRB-MOV-5
    given black 2 at (0,0),  white T1 at (5,5)
    -- and then
    when move (0,0) -> (1,2)
    then in 2026-01 exactly
          white to move
        -- in between
          black 2 at (1,2)   -- here
    include "rest.ludex-part"
outline "an <n>"
  then
    <n> legal actions
  examples
    | n |m|
    |265|  a longer cell |   -- a row
    -- the end
"""
EXPECTED = """\
-- a file with everything
ludex 1
game tribun edition 2026-01  -- the first

include "tribuns.ludex-part"

background
  tags   shared
  given
    black to move   -- always
    black T1 at (-5,-5)

-- about the first
scenario "first"
  why    because
         it is so
  cites  TRB-MOV-5
  given  black 2 at (0,0),  white T1 at (5,5)
  -- and then
  when   move (0,0) -> (1,2)
  then   in 2026-01 exactly
    white to move
    -- in between
    black 2 at (1,2)   -- here
include "rest.ludex-part"

outline "an <n>"
  then
    <n> legal actions
  examples
    | n   | m             |
    | 265 | a longer cell |   -- a row
    -- the end
"""


def test_the_layout() -> None:
    assert format_text(LAID_OUT) == EXPECTED
    assert format_text(EXPECTED) == EXPECTED


@pytest.mark.parametrize("path", sorted(spec().rglob("*.ludex*")), ids=lambda path: path.name)
def test_every_file_that_ships_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text


def test_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", str(spec())]) == 0
    assert "all laid out already" in capsys.readouterr().out


# -- any file

comments = st.sampled_from(("", "", "  -- c", " --", "\t-- a, b", "--x", '  -- "'))
blanks = st.sampled_from(("", "", "", "\n", "\n\n\n", "   \n", "-- alone\n", "      -- deep\n"))
indents = st.sampled_from((1, 2, 4, 7))


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file of scenarios that can be read, laid out anyhow."""
    game = draw(st.sampled_from((_Tribun, _Tactics)))
    lines = [
        draw(st.sampled_from(("ludex 1", "ludex   1", None))),
        f"game {draw(st.sampled_from(('', ' ')))}{game.name}",
    ]
    if draw(st.booleans()):
        indent = " " * draw(indents)
        lines += ["background", *_part(draw, indent, "tags", ["a", "b"]), *_part(draw, indent, "given", [game.place])]
    for number in range(draw(st.integers(1, 3))):
        lines += _scenario(draw, game, number)
    out = ""
    for line in filter(None, lines):
        out += draw(blanks) + line + draw(comments) + draw(st.sampled_from(("\n", "\r\n", "  \n")))
    return out.rstrip("\n") if draw(st.booleans()) else out


class _Tribun:
    name, place = "tribun", "black T1 at (-5,-5)"
    given, edition = "black 2 at (0,0), black to move", "2026-01"
    expectations = tribun_made.expectations.map(tribun.expectation_text)
    actions = tribun_made.sent.map(tribun.sent_text)


class _Tactics:
    name, place = "tactics", "b = P1 at (4,4)"
    given, edition = "x = P2 at (3,3), P1 to move", "v1"
    expectations = tactics_made.expectations.map(tactics.expectation_text)
    actions = tactics_made.sent.map(tactics.sent_text)


def _part(draw: st.DrawFn, indent: str, keyword: str, bodies: list[str]) -> list[str]:
    """A part with its bodies beside it, below it, or both."""
    deeper = indent + draw(st.sampled_from((" ", "    ", "\t")))
    beside = draw(st.booleans())
    first = f"{indent}{keyword}{draw(st.sampled_from((' ', '   ')))}{bodies[0]}" if beside else f"{indent}{keyword}"
    return [first, *(f"{deeper}{body}" for body in bodies[beside:])]


def _scenario(draw: st.DrawFn, game: type[_Tribun] | type[_Tactics], number: int) -> list[str]:
    is_outline = draw(st.booleans())
    indent = " " * draw(indents)
    lines = [f'{"outline" if is_outline else "scenario"}  "{number} is -- so"']
    lines += _part(draw, indent, "why", ["one  two", "given and then"]) if draw(st.booleans()) else []
    lines += _part(draw, indent, "cites", ["TRB-MOV-1 TAC-MOV-1", "TRB-MOV-2"]) if draw(st.booleans()) else []
    lines += _part(draw, indent, "given", game.given.split(", "))
    if draw(st.booleans()):
        lines += _part(draw, indent, "then", [draw(game.expectations)])
    for _ in range(draw(st.integers(0, 2))):
        lines += _part(draw, indent, "when", [draw(game.actions)])
        lines += _part(draw, indent, "then", [draw(game.expectations)])
    # of a whole position, too little is said to be read: such a scenario is formatted all the same
    lines += _part(
        draw,
        indent,
        draw(st.sampled_from(("then", "then", "then exactly", f"then in {game.edition}"))),
        [draw(game.expectations)],
    )
    lines += _part(draw, indent, "then", ["still open"])
    if is_outline:
        rows = ["|a|bb|", f"| 1 |{draw(st.sampled_from(('x', ' long cell ', 'a, b')))}|", "|2|  |"]
        lines += [f"{indent}examples", *(f"          {row}" for row in rows)]
    return lines


@given(files())
@settings(max_examples=80, deadline=None)
def test_formatting_again_changes_nothing_and_the_meaning_stays(text: str) -> None:
    once = format_text(text)
    assert format_text(once) == once
    before, after = read_text(text), read_text(once)
    assert meaning(after) == meaning(before)
    assert [problem.expected for problem in after.problems] == [problem.expected for problem in before.problems]
    assert _comments(once) == _comments(text)


def test_most_files_of_the_property_can_be_read() -> None:
    """Otherwise it would say little: contradictions within one then are all that may stand in the way."""
    good: list[bool] = []

    @given(files())
    @settings(max_examples=40, deadline=None, database=None, derandomize=True)
    def count(text: str) -> None:
        good.append(bool(read_text(text).scenarios))

    count()
    assert sum(good) > len(good) / 2


def _comments(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    return [line[len(without_comment(line)) :].rstrip() for line in lines if len(without_comment(line)) < len(line)]


@given(st.text(alphabet=st.sampled_from('scenario given then when "a|\n\t -'), max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_is_formatted_once_and_for_all(text: str) -> None:
    once = format_text(text)
    assert format_text(once) == once
    assert _comments(once) == _comments(text)


# -- the command

LOOSE = 'game tribun\n\nscenario "a"\n given standard start,black to move\n then 265 legal actions  -- so\n'
TIGHT = 'game tribun\n\nscenario "a"\n  given  standard start,black to move\n  then   265 legal actions  -- so\n'


def test_files_are_written_and_folders_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    path = tmp_path / "deep" / "a.ludex"
    path.write_bytes(b"\xef\xbb\xbf" + LOOSE.replace("\n", "\r\n").encode())
    (tmp_path / "deep" / "p.ludex-part").write_text("given black to move\nwhen\n       black resigns\n")
    assert main(["fmt", str(tmp_path)]) == 0
    assert path.read_bytes() == TIGHT.encode()
    assert (tmp_path / "deep" / "p.ludex-part").read_text() == "given  black to move\nwhen\n  black resigns\n"
    assert "2 files: 2 laid out anew" in capsys.readouterr().out
    assert sorted(one.name for one in (tmp_path / "deep").iterdir()) == ["a.ludex", "p.ludex-part"]


def test_check_writes_nothing_and_shows_a_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.ludex"
    path.write_text(LOOSE)
    assert main(["fmt", "--check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "- given standard start,black to move\n" in out
    assert "+  given  standard start,black to move\n" in out
    assert path.read_text() == LOOSE
    path.write_text(TIGHT)
    assert main(["fmt", "--check", str(path)]) == 0


def test_what_cannot_be_read_is_left_alone_and_its_errors_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = tmp_path / "bad.ludex", tmp_path / "good.ludex"
    bad.write_text(LOOSE.replace("standard", "standrad"))
    good.write_text(LOOSE)
    assert main(["fmt", str(tmp_path)]) == 2
    assert bad.read_text() == LOOSE.replace("standard", "standrad")
    assert good.read_text() == TIGHT
    out = capsys.readouterr().out
    assert f"{bad}:4:8: expected" in out
    assert "2 files: 1 laid out anew, 1 left alone for errors" in out
    assert main(["fmt", str(good)]) == 0
    assert capsys.readouterr().out == "1 file: all laid out already\n"


def test_a_file_that_is_no_text_or_not_there_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.ludex").write_bytes(b"\xff\xfe")
    assert main(["fmt", str(tmp_path / "a.ludex")]) == 2
    assert main(["fmt", str(tmp_path / "none.ludex")]) == 2
    capsys.readouterr()
    (tmp_path / "lost.ludex").symlink_to(tmp_path / "nowhere")
    assert main(["fmt", str(tmp_path / "lost.ludex")]) == 2
    assert f"{tmp_path / 'lost.ludex'} cannot be read: No such file or directory\n" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["fmt", str(tmp_path / "empty")]) == 2


class _Bytes(io.TextIOWrapper):
    def __init__(self, text: str) -> None:
        super().__init__(io.BytesIO(text.encode()))


def test_stdin_goes_to_stdout(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.setattr(sys, "stdin", _Bytes(LOOSE))
    assert main(["fmt", "-"]) == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == TIGHT.encode()
    monkeypatch.setattr(sys, "stdin", _Bytes(LOOSE))
    assert main(["fmt", "-", "--check"]) == 1
    monkeypatch.setattr(sys, "stdin", _Bytes(TIGHT))
    assert main(["fmt", "-", "--check"]) == 0
    monkeypatch.setattr(sys, "stdin", _Bytes(LOOSE.replace("standard", "standrad")))
    assert main(["fmt", "-"]) == 2
    monkeypatch.setattr(sys, "stdin", _Bytes(LOOSE.replace("standard", "standrad")))
    assert main(["fmt", "--check", "-"]) == 2
    assert main(["fmt", "-", "other"]) == 2


UNENDED = """\
game tribun

scenario "a"
   given  standard start, black to move
  when   move (0,0) -> (1,2)
  then   refused"""
SHOWN = """\
--- {0} as it is
+++ {0} laid out
@@ -1,6 +1,6 @@
 game tribun
 
 scenario "a"
-   given  standard start, black to move
+  given  standard start, black to move
   when   move (0,0) -> (1,2)
-  then   refused
+  then   refused
"""  # noqa: W293 - as a difference is written


def test_what_would_change_is_shown_in_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / name for name in ("a.ludex", "b.ludex")]
    for path in paths:
        path.write_text(UNENDED)
    assert main(["fmt", "--check", *map(str, paths)]) == 1
    shown = "".join(SHOWN.format(path) for path in paths)
    assert capsys.readouterr() == (f"{shown}2 files: 2 would change\n", "")
    monkeypatch.setattr(sys, "stdin", _Bytes(UNENDED))
    assert main(["fmt", "--check", "-"]) == 1
    assert capsys.readouterr() == (SHOWN.format("-"), "")
    assert main(["fmt", *map(str, paths)]) == 0
    assert capsys.readouterr().out == "".join(f"laid out {path}\n" for path in paths) + "2 files: 2 laid out anew\n"
    assert main(["fmt", "--check", *map(str, paths)]) == 0
    assert capsys.readouterr().out == "2 files: all laid out already\n"


def test_line_ends_alone_are_a_difference(tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    path.write_bytes(TIGHT.replace("\n", "\r\n").encode())
    assert main(["fmt", "--check", str(path)]) == 1


def test_what_a_file_includes_is_found_from_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir("/")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "p.ludex-part").write_text("background\n  given  black T1 at (-5,-5), white T1 at (5,5)\n")
    path = tmp_path / "m.ludex"
    path.write_text('game tribun\ninclude "p.ludex-part"\nscenario "a"\n  given black to move\n  then black to move\n')
    assert main(["fmt", str(path)]) == 0, capsys.readouterr().out
    assert "  given  black to move\n" in path.read_text()
