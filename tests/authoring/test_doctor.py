"""A tiny game of an installed package: the tools play it with the defaults, and the doctor says what it lacks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ludex import seam, where
from ludex.cli import main
from ludex.fault import Fault
from ludex.protocol.schema import wire_of
from ludex.scenario import reader
from ludex.seam import Notation, Reference, names_of, notation_of, reference_of
from ludex.suites.seam import GameSuite, suite_of
from ludex.support import support_of
from ludex.support.seam import Symmetries

TINY = Path(__file__).parents[1] / "tiny"
LAYERS = {"games": Reference, "notation": Notation, "suites": GameSuite}
REQUIRED = [(layer, name) for layer, protocol in LAYERS.items() for name in names_of(protocol) if name.required]
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


class Tiny(NamedTuple):
    """A copy of the game, which is installed."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def part(self, name: str) -> Path:
        return self.folder / "race_game" / name

    def ludex(self, *words: str) -> tuple[int, str]:
        """The exit status of a command, and all that it says."""
        status = main(words)
        out, err = self.capsys.readouterr()
        return status, out + err

    def add(self, name: str, text: str) -> None:
        """Adds lines to a file of the game."""
        with self.part(name).open("a", encoding="utf-8") as file:
            file.write(text)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game with its vectors."""
    folder = tmp_path_factory.mktemp("tiny")
    shutil.copytree(TINY, folder / "site", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(where.vectors() / "schema", folder / "vectors" / "schema")
    env = {"PYTHONPATH": str(folder / "site"), "LUDEX_VECTORS": str(folder / "vectors"), "PATH": ""}
    subprocess.run([*LUDEX, "generate", "--game", "race", "-j", "1"], env=env, check=True, capture_output=True)
    return folder


@pytest.fixture
def tiny(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Tiny]:
    shutil.copytree(made, tmp_path / "copy")
    monkeypatch.syspath_prepend(tmp_path / "copy" / "site")
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path / "copy" / "vectors"))
    _forget()
    yield Tiny(tmp_path / "copy" / "site", capsys)
    _forget()


def _forget() -> None:
    """Nothing is known of the game from before."""
    reader.forget()
    for known in (seam._installed_packages, notation_of, suite_of, support_of, wire_of):
        known.cache_clear()
    seam._references.pop("race", None)
    for name in [name for name in sys.modules if name.startswith("race_game")]:
        del sys.modules[name]


def test_the_whole_game_is_complete(tiny: Tiny) -> None:
    status, said = tiny.ludex("doctor", "race")
    assert (status, said.splitlines()[0]) == (0, "race: complete")
    assert "LACKS" not in said
    assert "has rulebook (5 clauses), wire.schema.json, scenarios (1 files)" in said
    assert "may have picture.py: Positions and actions as people see them" in said


@pytest.mark.parametrize(("layer", "name"), REQUIRED, ids=lambda one: one if isinstance(one, str) else one.name)
def test_each_name_that_is_required_is_missed(tiny: Tiny, layer: str, name: seam.Name) -> None:
    tiny.add(f"{layer}/race/__init__.py", f"\ndel {name.name}\n")
    status, said = tiny.ludex("doctor", "race")
    assert (status, said.splitlines()[0]) == (1, "race: something required is missing")
    lacks = [line.strip() for line in said.splitlines() if "LACKS" in line]
    assert lacks == [f"LACKS {name.called}: {name.what} Write it in race_game.{layer}.race."]


@pytest.mark.parametrize("layer", LAYERS)
def test_each_package_is_missed(tiny: Tiny, layer: str) -> None:
    entries = tiny.folder / "race_game-1.dist-info" / "entry_points.txt"
    text = entries.read_text(encoding="utf-8")
    entries.write_text(text.replace(f"race = race_game.{layer}.race\n", ""), encoding="utf-8")
    status, said = tiny.ludex("doctor", "race")
    assert status == 1
    assert f"LACKS the package ludex.{layer}.race: " in said
    assert f"an entry point of the group ludex.{layer}." in said


@pytest.mark.parametrize(
    ("removed", "said"),
    [
        ("games/race/spec/rulebook/race.md", "LACKS clauses: Write them in "),
        ("games/race/spec/wire.schema.json", "LACKS wire.schema.json: The shapes of positions, actions and results"),
    ],
)
def test_each_file_of_the_rulebook_is_missed(tiny: Tiny, removed: str, said: str) -> None:
    tiny.part(removed).unlink()
    status, out = tiny.ludex("doctor", "race")
    assert (status, out.count("LACKS")) == (1, 1)
    assert said in out


def test_vectors_are_missed(tiny: Tiny) -> None:
    shutil.rmtree(where.vectors() / "race")
    status, said = tiny.ludex("doctor", "race")
    assert (status, said.count("LACKS")) == (1, 1)
    assert "Write them: ludex generate --game race" in said


@pytest.mark.parametrize(
    ("removed", "told"),
    [
        ("support/race/symmetries.py", "may have symmetries.py: Under what a game looks the same"),
        ("support/race/smaller.py", "may have smaller.py: How a position is made smaller"),
        ("support/race/kit", "may have kit: "),
        ("games/race/spec/scenarios", "may have scenarios: "),
    ],
)
def test_what_a_game_may_do_without_is_told_and_is_no_fault(tiny: Tiny, removed: str, told: str) -> None:
    path = tiny.part(removed)
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    status, said = tiny.ludex("doctor", "race")
    assert (status, said.count("LACKS")) == (0, 0)
    assert told in said


@pytest.mark.parametrize("name", [name for name in names_of(Symmetries) if name.required], ids=lambda name: name.name)
def test_a_piece_that_is_there_has_to_be_whole(tiny: Tiny, name: seam.Name) -> None:
    tiny.add("support/race/symmetries.py", f"\ndel {name.name}\n")
    status, said = tiny.ludex("doctor", "race")
    assert (status, said.count("LACKS")) == (1, 1)
    assert f"LACKS {name.called}: {name.what} Write it in race_game.support.race.symmetries." in said
    with pytest.raises(Fault, match=f"race lacks `{name.name}"):
        assert support_of("race").symmetries


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("games/race/__init__.py", "import no_such_module\n", "LACKS a package ludex.games.race that can be imported"),
        ("notation/race/__init__.py", "this is no Python\n", "LACKS a package ludex.notation.race that can be"),
        ("suites/race/__init__.py", "1 / 0\n", "LACKS a package ludex.suites.race that can be imported"),
        ("support/race/smaller.py", "raise ValueError('so')\n", "LACKS a smaller.py that can be imported"),
        ("games/race/spec/wire.schema.json", "}", "LACKS a wire.schema.json that can be read"),
        ("games/race/spec/rulebook/race.md", "### RAC-ACT-5 · often\n", "LACKS a rulebook that can be read"),
    ],
)
def test_what_is_broken_is_told_with_the_place(tiny: Tiny, file: str, text: str, said: str) -> None:
    tiny.add(file, text)
    status, out = tiny.ludex("doctor", "race")
    assert (status, out.count("LACKS")) == (1, 1)
    line = next(line for line in out.splitlines() if "LACKS" in line)
    assert said in line
    assert Path(file).name in line


def test_a_game_that_nobody_knows_lacks_everything_that_is_required(tiny: Tiny) -> None:
    status, said = tiny.ludex("doctor", "nowhere")
    assert status == 1
    assert said.count("LACKS") == 6
    assert tiny.ludex("doctor", "../race")[0] == 2


def test_all_games_are_looked_at_where_none_is_named(tiny: Tiny) -> None:
    _, said = tiny.ludex("doctor")
    heads = [line.partition(":")[0] for line in said.splitlines() if line and not line.startswith(" ")]
    assert heads == sorted([*where.games()])
    assert "race" in heads


# The tools, with what is missing


@pytest.mark.parametrize(
    ("file", "name", "words"),
    [
        ("notation/race/__init__.py", "fact_text", ("new", "RAC-ACT-3")),
        ("notation/race/__init__.py", "compose", ("run", "race.ludex")),
        ("games/race/__init__.py", "show_position", ("run", "race.ludex")),
        ("games/race/__init__.py", "REGISTER", ("generate", "--game", "race", "--check")),
        ("suites/race/__init__.py", "topics", ("generate", "--game", "race", "--check")),
        ("support/race/symmetries.py", "result", ("check", "--game", "race", "--images", "--list")),
    ],
)
def test_a_missing_piece_is_told_with_game_name_and_remedy(
    tiny: Tiny, file: str, name: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.add(file, f"\ndel {name}\n")
    monkeypatch.chdir(tiny.part("games/race/spec/scenarios"))
    status, said = tiny.ludex(*words)
    assert status == 2
    assert f"race lacks `{name}" in said
    assert "`ludex doctor race` tells what else is missing" in said
    assert "Traceback" not in said


def test_a_game_without_a_picture_is_shown_in_its_sentences(tiny: Tiny) -> None:
    path = tiny.part("games/race/spec/scenarios/race.ludex")
    path.write_text(path.read_text(encoding="utf-8").replace("at 5, b", "at 6, b"), encoding="utf-8")
    status, said = tiny.ludex("run", str(path))
    assert status == 1
    assert "before: at 3, a to move\nexpected: at 6, b to move\ngot: at 5, b to move\n" in said
    assert tiny.ludex("show", "at 3, b to move") == (0, "at 3, b to move\n\nat 3, b to move\n")
    picture = support_of("race").picture
    assert [picture.board(odd) for odd in (None, {"at": 3}, [1])] == ["null", '{"at":3}', "[1]"]
    assert picture.action({"no": "number"}, None) == "add {'no': 'number'}"
    assert len(picture.board(["long"] * 1000)) < 700


def test_a_game_without_a_way_to_pack_replays_has_the_plain_one() -> None:
    replaying = support_of("no_such_game").replaying
    asked = {"position": 7, "actions": [1, 2]}
    assert replaying.position(asked) == 7
    assert list(replaying.actions(asked)) == [{"action": 1}, {"action": 2}]
    assert (replaying.beside(asked), replaying.carried(7, {"action": 1}, 8)) == ({}, {})
    assert support_of("no_such_game").symmetries is None


def test_an_installed_game_is_served_listed_and_judged(tiny: Tiny) -> None:
    assert reference_of("race").TITLE == "The race to ten"
    status, said = tiny.ludex("check", "--game", "race", "--images", "--list")
    assert (status, said.count("~players@one")) == (0, 65)
    assert tiny.ludex("explain", "RAC-ACT-2")[1].count('race.ludex:10 "too much is said"') == 1


BARE = """
import json, sys
from ludex.protocol.server import Loop
loop = Loop(["race"])
for line in sys.stdin.buffer:
    answer = json.loads(loop.answer(line))
    for offer in answer["result"].get("games", {}).values():
        offer["methods"] = ["legal", "apply"]
    print(json.dumps(answer), flush=True)
"""


def test_an_engine_of_an_installed_game_is_judged_counts_and_replays_through_legal_and_apply(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tiny.folder))
    status, said = tiny.ludex("check", "--game", "race", "--", *LUDEX, "engine")
    assert (status, "All 120 selected vectors pass." in said) == (0, True)
    status, said = tiny.ludex("check", "--game", "race", "--", sys.executable, "-c", BARE)
    sentence = "All 118 selected vectors pass. Sides among them, made of stored vectors: 55. Not offered, and not"
    assert (status, sentence in said) == (0, True)
