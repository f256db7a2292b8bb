"""Whatever a game lacks is told in a line, with the game and the place; no command blames Ludex for it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from ludex import where
from tests.newcomer.installing import Installed, copied_template, run_ludex

ALL = bool(os.environ.get("LUDEX_ALL"))
TEMPLATE = where.template()
GAME = TEMPLATE / "ludex_hexapawn"
FILES = sorted(
    path.relative_to(GAME).as_posix()
    for path in GAME.rglob("*")
    if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
)
VECTORS = "games/hexapawn/vectors"  # each of these is vouched for by the manifest
QUICK = ("games/hexapawn/play.py", "notation/hexapawn/hexapawn.lark", "games/hexapawn/spec/wire.schema.json")
MANY = """
import sys
from ludex.cli import main
for words in sys.argv[1].split(" ; "):
    try:
        print("STATUS", main(words.split()), words)
    except SystemExit as ended:
        print("STATUS", ended.code, words)
"""
OF_ANOTHER = "explain TAC-MOV-1"  # a game that goes on whatever another lacks
COMMANDS = (
    "doctor hexapawn",
    "run SPEC",
    "lint SPEC",
    "generate --check --game hexapawn --topic counts -j 1",
    "check --game hexapawn --list --select counts",
    "explain HEX-MOV-3",
    "new HEX-MOV-3",
    "show --game hexapawn SPEC/scenarios/hexapawn.ludex:5 --svg",
    "export --game hexapawn",
    "power --game hexapawn --list",
    "kit python --game hexapawn KIT",
    "coverage --matrix --game hexapawn",
    "check --game hexapawn --core --list",
    "check --game hexapawn --images --select lists -- ENGINE",
    OF_ANOTHER,
)


def said_of(game: Installed, folder: Path) -> str:
    """All that the commands say, with the status of each."""
    engine = " ".join(game.engine)
    words = " ; ".join(COMMANDS).replace("SPEC", str(game.spec)).replace("KIT", str(folder / "kit"))
    paths = f"{game.site}:{folder / 'site'}"
    return run_ludex((words.replace("ENGINE", engine),), {"PYTHONPATH": paths}, folder, script=MANY).said


def read(path: Path) -> Any:
    """What a file of data holds."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else tomlkit.parse(text)


def entries_of(path: Path) -> list[str]:
    """The names that stand at the top of a file of data."""
    return [*read(path)]


def assert_told(said: str) -> None:
    """Every command came to an end in words, and that of another game well."""
    assert "mistake of Ludex" not in said, said
    assert "Traceback" not in said, said
    assert said.count("STATUS") == len(COMMANDS), said
    assert f"STATUS 0 {OF_ANOTHER}\n" in said, said


@pytest.mark.parametrize("file", FILES if ALL else QUICK)
def test_a_file_that_is_missing_is_told(file: str, tmp_path: Path) -> None:
    game = copied_template(tmp_path)
    (game.folder / "ludex_hexapawn" / file).unlink()
    said = said_of(game, tmp_path)
    assert_told(said)
    of_the_file_alone = ("show",)  # which is told that there is no such file
    stopped = [command for command in COMMANDS if f"STATUS 2 {command.split()[0]}" in said]
    if {command.split()[0] for command in stopped} - {*of_the_file_alone} and not file.startswith(VECTORS):
        assert "hexapawn: something required is missing" in said, said


NAMES = {
    "games/hexapawn/play.py": ("def legal", "def apply", "def moves", "class Move"),
    "games/hexapawn/position.py": ("def start", "def read_position", "CHECKS =", "class Position"),
    "games/hexapawn/register.py": ("REGISTER =", "ENTRIES ="),
    "notation/hexapawn/__init__.py": ("def compose", "def impose", "def facts_of", "def data_of", "BLANK:"),
    "notation/hexapawn/facts.py": ("class Row", "class Sent", "class MoveText"),
    "suites/hexapawn/__init__.py": ("def topics", "VERSION =", "def _play_games"),
    "support/hexapawn/symmetries.py": ("def question", "def result", "SYMMETRIES ="),
    "support/hexapawn/picture.py": ("def _rows", "def _status_line"),
}
RENAMED = [(file, name) for file, names in NAMES.items() for name in names]


@pytest.mark.parametrize(("file", "name"), RENAMED if ALL else RENAMED[::9])
def test_a_name_that_is_missing_is_told(file: str, name: str, tmp_path: Path) -> None:
    game = copied_template(tmp_path)
    path = game.folder / "ludex_hexapawn" / file
    text = path.read_text(encoding="utf-8")
    (bare,) = {*name.replace(":", "").split()} - {"def", "class", "="}
    assert f"\n{name}" in text
    path.write_text(text.replace(f"\n{name}", f"\n{name.replace(bare, f'gone_{bare}')}", 1), encoding="utf-8")
    assert_told(said_of(game, tmp_path))


FOLDERS = (
    *(f"games/hexapawn/{name}" for name in ("vectors", "vectors/topics", "spec", "spec/rulebook", "spec/scenarios")),
    *("games/hexapawn", "notation/hexapawn", "suites/hexapawn", "support/hexapawn", "support/hexapawn/kit"),
)


@pytest.mark.parametrize("folder", FOLDERS if ALL else FOLDERS[:1])
def test_a_folder_that_is_missing_is_told(folder: str, tmp_path: Path) -> None:
    game = copied_template(tmp_path)
    shutil.rmtree(game.folder / "ludex_hexapawn" / folder)
    assert_told(said_of(game, tmp_path))


ENTRIED = (
    "spec/matrix.toml",
    "spec/cases/malformed.toml",
    "spec/wire.schema.json",
    "vectors/manifest.json",
    "vectors/core.json",
)
ENTRIES = [(file, entry) for file in ENTRIED for entry in entries_of(GAME / "games" / "hexapawn" / file)]


@pytest.mark.parametrize(("file", "entry"), ENTRIES if ALL else ENTRIES[:1])
def test_an_entry_that_is_missing_is_told(file: str, entry: str, tmp_path: Path) -> None:
    game = copied_template(tmp_path)
    path = game.folder / "ludex_hexapawn" / "games" / "hexapawn" / file
    data = read(path)
    del data[entry]
    path.write_text(json.dumps(data) if path.suffix == ".json" else tomlkit.dumps(data), encoding="utf-8")
    assert_told(said_of(game, tmp_path))


def test_with_all_pieces_every_command_ends_well(tmp_path: Path) -> None:
    said = said_of(copied_template(tmp_path), tmp_path)
    assert [line for line in said.splitlines() if line.startswith(("STATUS 1", "STATUS 2"))] == []
