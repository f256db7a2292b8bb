"""The command `ludex engine`: which games it serves, and how it ends."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from ludex import where
from ludex.cli import main
from ludex.protocol.server import Loop
from tests.test_output import LUDEX

HELLO = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":"1.0"}}\n'


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ((), {*where.games()}),
        (("--game", "tribun"), {"tribun"}),
        (("--game", "tribun", "--game", "tactics"), {"tactics", "tribun"}),
    ],
)
def test_the_games_that_are_named_are_served_and_without_a_name_all(words: tuple[str, ...], games: set[str]) -> None:
    done = subprocess.run([*LUDEX, "engine", *words], input=HELLO, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert set(json.loads(done.stdout)["result"]["games"]) == games


def test_a_game_that_is_none_is_told_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--game", "tribun", "--game", "chess"]) == 2
    assert capsys.readouterr() == ("", f"ludex: no game 'chess'\n  Games: {', '.join(where.games())}.\n")


@pytest.mark.parametrize("ended", [BrokenPipeError, KeyboardInterrupt])
def test_an_end_of_which_nobody_is_to_be_told_is_a_status_alone(
    ended: type[BaseException], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve(_: Loop) -> Any:
        raise ended

    monkeypatch.setattr("ludex.protocol.server.serve", serve)
    assert main(["engine"]) == 1
    assert capsys.readouterr() == ("", "")
