"""The template as an installed package: the tools play it, with the defaults too, and the doctor says what it lacks."""

from __future__ import annotations

import os
import re
import shutil
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
from tests.newcomer.installing import Installed, copied_template

LAYERS = {"games": Reference, "notation": Notation, "suites": GameSuite}
REQUIRED = [(layer, name) for layer, protocol in LAYERS.items() for name in names_of(protocol) if name.required]
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


class Tiny(NamedTuple):
    """A copy of the game, which is installed."""

    game: Installed
    capsys: pytest.CaptureFixture[str]

    def part(self, name: str) -> Path:
        return self.game.folder / "ludex_hexapawn" / name

    def ludex(self, *words: str) -> tuple[int, str]:
        """The exit status of a command, and all that it says."""
        status = main(words)
        out, err = self.capsys.readouterr()
        return status, out + err

    def add(self, name: str, text: str) -> None:
        """Adds lines to a file of the game."""
        with self.part(name).open("a", encoding="utf-8") as file:
            file.write(text)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Tiny]:
    game = copied_template(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.syspath_prepend(game.site)
    _forget()
    yield Tiny(game, capsys)
    _forget()


def _forget() -> None:
    """Nothing is known of the game from before."""
    reader.forget()
    for known in (seam._installed_packages, notation_of, suite_of, support_of, wire_of):
        known.cache_clear()
    seam._references.pop("hexapawn", None)
    for name in [name for name in sys.modules if name.startswith("ludex_hexapawn")]:
        del sys.modules[name]


def test_the_whole_game_is_complete(tiny: Tiny) -> None:
    status, said = tiny.ludex("doctor", "hexapawn")
    assert (status, said.splitlines()[0]) == (0, "hexapawn: complete")
    assert "LACKS" not in said
    assert "has rulebook (19 clauses), wire.schema.json, scenarios (2 files)" in said
    assert "may have replaying.py: How a replay is packed" in said


@pytest.mark.parametrize(("layer", "name"), REQUIRED, ids=lambda one: one if isinstance(one, str) else one.name)
def test_each_name_that_is_required_is_missed(tiny: Tiny, layer: str, name: seam.Name) -> None:
    tiny.add(f"{layer}/hexapawn/__init__.py", f"\ndel {name.name}\n")
    status, said = tiny.ludex("doctor", "hexapawn")
    assert (status, said.splitlines()[0]) == (1, "hexapawn: something required is missing")
    lacks, *who_imports_it = [line.strip() for line in said.splitlines() if "LACKS" in line]
    assert lacks == f"LACKS {name.called}: {name.what} Write it in ludex_hexapawn.{layer}.hexapawn."
    assert all("that can be imported: " in line and name.name in line for line in who_imports_it)


@pytest.mark.parametrize("layer", LAYERS)
def test_each_package_is_missed(tiny: Tiny, layer: str) -> None:
    entries = tiny.game.folder.parent / "site" / "ludex_hexapawn-1.0.0.dist-info" / "entry_points.txt"
    text = entries.read_text(encoding="utf-8")
    assert f"ludex_hexapawn.{layer}.hexapawn" in text
    entries.write_text(text.replace(f"hexapawn = ludex_hexapawn.{layer}.hexapawn", ""), encoding="utf-8")
    status, said = tiny.ludex("doctor", "hexapawn")
    assert status == 1
    assert f"LACKS the package ludex.{layer}.hexapawn: " in said
    assert f"an entry point of the group ludex.{layer}." in said


@pytest.mark.parametrize(
    ("removed", "said"),
    [
        ("games/hexapawn/spec/rulebook/01-rules.md", "LACKS clauses: Write them in "),
        (
            "games/hexapawn/spec/wire.schema.json",
            "LACKS wire.schema.json: The shapes of positions, actions and results",
        ),
    ],
)
def test_each_file_of_the_rulebook_is_missed(tiny: Tiny, removed: str, said: str) -> None:
    tiny.part(removed).unlink()
    status, out = tiny.ludex("doctor", "hexapawn")
    assert (status, out.count("LACKS")) == (1, 1)
    assert said in out


def test_vectors_are_missed(tiny: Tiny) -> None:
    shutil.rmtree(tiny.part("games/hexapawn/vectors"))
    status, said = tiny.ludex("doctor", "hexapawn")
    assert (status, said.count("LACKS")) == (1, 1)
    assert "Write them: ludex generate --game hexapawn" in said


@pytest.mark.parametrize(
    ("removed", "told"),
    [
        ("support/hexapawn/picture.py", "may have picture.py: Positions and actions as people see them"),
        ("support/hexapawn/symmetries.py", "may have symmetries.py: Under what a game looks the same"),
        ("support/hexapawn/smaller.py", "may have smaller.py: How a position is made smaller"),
        ("support/hexapawn/kit", "may have kit: "),
        ("games/hexapawn/spec/scenarios", "may have scenarios: "),
    ],
)
def test_what_a_game_may_do_without_is_told_and_is_no_fault(tiny: Tiny, removed: str, told: str) -> None:
    path = tiny.part(removed)
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    status, said = tiny.ludex("doctor", "hexapawn")
    assert (status, said.count("LACKS")) == (0, 0)
    assert told in said


@pytest.mark.parametrize("name", [name for name in names_of(Symmetries) if name.required], ids=lambda name: name.name)
def test_a_piece_that_is_there_has_to_be_whole(tiny: Tiny, name: seam.Name) -> None:
    tiny.add("support/hexapawn/symmetries.py", f"\ndel {name.name}\n")
    status, said = tiny.ludex("doctor", "hexapawn")
    assert (status, said.count("LACKS")) == (1, 1)
    assert f"LACKS {name.called}: {name.what} Write it in ludex_hexapawn.support.hexapawn.symmetries." in said
    with pytest.raises(Fault, match=f"hexapawn lacks `{name.name}"):
        assert support_of("hexapawn").symmetries


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "games/hexapawn/__init__.py",
            "import no_such_module\n",
            "LACKS a package ludex.games.hexapawn that can be imported",
        ),
        ("notation/hexapawn/__init__.py", "this is no Python\n", "LACKS a package ludex.notation.hexapawn that can be"),
        ("suites/hexapawn/__init__.py", "1 / 0\n", "LACKS a package ludex.suites.hexapawn that can be imported"),
        ("support/hexapawn/smaller.py", "raise ValueError('so')\n", "LACKS a smaller.py that can be imported"),
        ("games/hexapawn/spec/wire.schema.json", "}", "LACKS a wire.schema.json that can be read"),
        ("games/hexapawn/spec/rulebook/01-rules.md", "### HEX-MOV-9 · often\n", "LACKS a rulebook that can be read"),
    ],
)
def test_what_is_broken_is_told_with_the_place(tiny: Tiny, file: str, text: str, said: str) -> None:
    tiny.add(file, text)
    status, out = tiny.ludex("doctor", "hexapawn")
    line, *who_imports_it = [line for line in out.splitlines() if "LACKS" in line]
    assert (status, said in line) == (1, True)
    assert all("that can be imported: " in other for other in who_imports_it)
    assert Path(file).name in line


def test_a_game_that_nobody_knows_lacks_everything_that_is_required(tiny: Tiny) -> None:
    status, said = tiny.ludex("doctor", "nowhere")
    assert status == 1
    assert said.count("LACKS") == 6
    assert tiny.ludex("doctor", "../hexapawn")[0] == 2


def test_all_games_are_looked_at_where_none_is_named(tiny: Tiny) -> None:
    _, said = tiny.ludex("doctor")
    heads = [line.partition(":")[0] for line in said.splitlines() if line and not line.startswith(" ")]
    assert heads == sorted([*where.games()])
    assert "hexapawn" in heads


# The tools, with what is missing


@pytest.mark.parametrize(
    ("file", "name", "words"),
    [
        ("notation/hexapawn/__init__.py", "fact_text", ("new", "HEX-MOV-3")),
        ("notation/hexapawn/__init__.py", "compose", ("run", "hexapawn.ludex")),
        ("games/hexapawn/__init__.py", "show_position", ("run", "hexapawn.ludex")),
        ("games/hexapawn/__init__.py", "REGISTER", ("generate", "--game", "hexapawn", "--check")),
        ("suites/hexapawn/__init__.py", "topics", ("generate", "--game", "hexapawn", "--check")),
        ("support/hexapawn/symmetries.py", "result", ("check", "--game", "hexapawn", "--images", "--list")),
    ],
)
def test_a_missing_piece_is_told_with_game_name_and_remedy(
    tiny: Tiny, file: str, name: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.add(file, f"\ndel {name}\n")
    monkeypatch.chdir(tiny.part("games/hexapawn/spec/scenarios"))
    status, said = tiny.ludex(*words)
    assert status == 2
    assert f"hexapawn lacks `{name}" in said
    assert "`ludex doctor hexapawn` tells what else is missing" in said
    assert "Traceback" not in said


def test_a_game_without_a_picture_is_shown_in_its_sentences(tiny: Tiny) -> None:
    tiny.part("support/hexapawn/picture.py").unlink()
    path = tiny.part("games/hexapawn/spec/scenarios/hexapawn.ludex")
    text = path.read_text(encoding="utf-8")
    assert "then   white has won" in text
    path.write_text(text.replace("then   white has won", "then   black has won", 1), encoding="utf-8")
    status, said = tiny.ludex("run", str(path))
    assert status == 1
    before = "before: white to move, b . b, . w ., . . w\n"
    after = ", b w b, . . ., . . w\n"
    expected = f"expected: black to move, black has won{after}got: black to move, white has won{after}"
    assert before + expected in said
    picture = support_of("hexapawn").picture
    assert [picture.board(odd) for odd in (None, {"at": 3}, [1])] == ["null", '{"at":3}', "[1]"]
    assert picture.action({"no": "move"}, None) == '{"no":"move"}'
    assert len(picture.board(["long"] * 1000)) < 700


def test_a_game_without_a_way_to_pack_replays_has_the_plain_one() -> None:
    replaying = support_of("no_such_game").replaying
    asked = {"position": 7, "actions": [1, 2]}
    assert replaying.position(asked) == 7
    assert list(replaying.actions(asked)) == [{"action": 1}, {"action": 2}]
    assert (replaying.beside(asked), replaying.carried(7, {"action": 1}, 8)) == ({}, {})
    assert list(replaying.whole_turns([{"action": 1}])) == [({"action": 1}, 1)]
    assert support_of("no_such_game").symmetries is None


def test_an_installed_game_is_served_listed_and_judged(tiny: Tiny) -> None:
    assert reference_of("hexapawn").TITLE == "Hexapawn"
    status, said = tiny.ludex("check", "--game", "hexapawn", "--images", "--list")
    assert (status, said.count("~swap@three") > 300) == (0, True)
    assert tiny.ludex("explain", "HEX-MOV-4")[1].count('hexapawn.ludex:21 "a capture"') == 1


BARE = """
import json, sys
from ludex.protocol.server import Loop
loop = Loop(["hexapawn"])
for line in sys.stdin.buffer:
    answer = json.loads(loop.answer(line))
    for offer in answer["result"].get("games", {}).values():
        offer["methods"], offer["promises"] = ["legal", "apply"], sys.argv[1:]
    print(json.dumps(answer), flush=True)
"""


def test_an_engine_of_an_installed_game_is_judged_counts_and_replays_through_legal_and_apply(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{tiny.game.site}{os.pathsep}{tiny.game.folder.parent / 'site'}")
    words = ("check", "--game", "hexapawn", "--select", "counts", "--select", "games", "--")
    status, said = tiny.ludex(*words, *LUDEX, "engine")
    whole = selected(said)
    assert status == 0
    assert whole > 50
    for promises in ((), ("whole-turns",)):  # each action of this game is a whole turn
        status, said = tiny.ludex(*words, sys.executable, "-c", BARE, *promises)
        assert (status, selected(said)) == (0, whole)


def selected(said: str) -> int:
    """How many vectors a report says were selected, all of which pass."""
    found = re.search(r"All (\d+) selected vectors pass", said)
    assert found, said
    return int(found[1])
