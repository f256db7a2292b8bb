"""What an author sees at a terminal: the sentence to blame, in words; colours for people, and none for pipes."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ludex.authoring.failures import report
from ludex.scenario import read_text, run

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
IMPOSSIBLE = {
    "x = P2 at (5,4)": ("tactics", "P1 to move, a = P1 at (1,1)", "TAC-BRD-2: Every unit of a state"),
    "x = P2 at (4,4) hp 99999999": ("tactics", "P1 to move, a = P1 at (1,1)", "`hp`, a whole number from"),
    "black 6/2 at (0,0)": ("tribun", "black to move, black T1 at (-5,-5), white T1 at (5,5)", "TRB-BYT-7: "),
    "yellow zombie at d3 damage 99": (
        "minions",
        "yellow to move, yellow necromancer at c2, blue necromancer at h7",
        "MIN-LIN-7: Damage must be below",
    ),
}


@pytest.mark.parametrize("blamed", IMPOSSIBLE)
def test_an_impossible_position_is_told_at_its_sentence_with_the_clause_in_words(blamed: str) -> None:
    game, others, words = IMPOSSIBLE[blamed]
    file = read_text(f'game {game}\nscenario "a"\n  given  {others}, {blamed}, {last(game)}\n  then   still open\n')
    result = run(file.scenarios[0])[0]
    assert result.error is not None
    assert result.error.text[result.error.column - 1 :].startswith(blamed)
    assert f"`{blamed}` breaks" in result.error.expected
    assert words in "\n".join(report(file, [result]))


def last(game: str) -> str:
    """A sentence after the one that is to blame, and not to blame itself."""
    return {"tactics": "b = P1 at (0,0)", "tribun": "black 1 at (1,1)", "minions": "blue zombie at f6"}[game]


def test_what_no_single_sentence_is_to_blame_for_is_told_at_the_first() -> None:
    text = 'game tribun\nscenario "a"\n  given  black to move, white T1 at (5,5)\n  then   still open\n'
    error = run(read_text(text).scenarios[0])[0].error
    assert error is not None
    assert (error.line, error.column) == (3, 10)
    assert "what is given breaks TRB-UNT-4" in error.expected


def at_a_terminal(*words: str, **environment: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | environment
    with subprocess.Popen([*LUDEX, *words], stdout=theirs, stderr=subprocess.DEVNULL, env=env) as process:
        os.close(theirs)
        parts = []
        while part := _read(ours):
            parts.append(part)
        process.wait(60)
    os.close(ours)
    return b"".join(parts).decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other side is closed
        return b""


@pytest.mark.parametrize("command", ["run", "lint"])
def test_a_person_sees_colours_unless_they_are_not_wanted(command: str, tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    path.write_text('game tactics\nscenario "a"\n  given  P1 to mvoe\n  then   still open\n', encoding="utf-8")
    assert "\x1b[" in at_a_terminal(command, str(path))
    assert "\x1b[" not in at_a_terminal(command, str(path), NO_COLOR="1")
    piped = subprocess.run([*LUDEX, command, str(path)], capture_output=True, text=True, check=False)
    assert "a.ludex:3:16" in piped.stdout
    assert "\x1b[" not in piped.stdout
