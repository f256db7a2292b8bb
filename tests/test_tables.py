"""A table of one's own: figures of a game that are data can be other figures."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex import where

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
SHIPPED = json.loads((where.spec() / "minions" / "data" / "initiate.json").read_text(encoding="utf-8"))
HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}\n'


def ludex(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*LUDEX, *words], input=said, capture_output=True, text=True, check=False)


def written(folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The shipped table under another name, with a change."""
    table = json.loads(json.dumps(SHIPPED)) | {"edition": "mine"}
    change(table)
    path = folder / "mine.json"
    path.write_text(json.dumps(table), encoding="utf-8")
    return path


def asked(edition: str) -> str:
    """A question after the hello: a zombie that would be destroyed by one point of damage, and is not by more."""
    boards = ["n|||||0/0/2N7/2Z7/2z7/0/0/7n2/0/0"]
    none = {"yellow": 0, "blue": 0}
    position = {
        "boards": boards, "maps": ["midnight_lake"], "side": "yellow", "money": none, "owed": none, "points": none,
        "tech": {"cards": "", "yellow": "", "blue": ""}, "entered": [], "status": "active", "winner": None,
        "spells": {"yellow": {"free": 0, "bought": 0}, "blue": {"free": 0, "bought": 0}},
    }  # fmt: skip
    action = {"kind": "attack", "board": 0, "attacks": [["c3", "c4"]]}
    params = {"game": "minions", "edition": edition, "readings": {}, "position": position, "action": action}
    return HELLO + json.dumps({"jsonrpc": "2.0", "id": 2, "method": "apply", "params": params}) + "\n"


def board_after(answers: str) -> str:
    line: str = json.loads(answers.splitlines()[1])["result"]["position"]["boards"][0]
    return line


def test_a_table_of_ones_own_is_an_edition_of_the_reference(tmp_path: Path) -> None:
    path = written(tmp_path, lambda table: table["units"][0].update(defense=2))
    ours = ludex("--table", f"minions={path}", "engine", said=asked("mine"))
    assert board_after(ours.stdout) == "n|||||0/0/2N7/2Z7/2z7/0/0/7n2/0/0|c3:a1;c4:d1"
    shipped = ludex("--table", f"minions={path}", "engine", said=asked("initiate"))
    assert board_after(shipped.stdout) == "n|||||0/0/2N7/2Z7/0/0/0/7n2/0/0|c3:a1"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda table: table["units"][1].update(speed=-1), "initiate: speed is a whole number from 0"),
        (lambda table: table["units"][2].update(letter="Z"), "the letter 'Z' is there twice"),
        (lambda table: table["units"][2].update(attack="bite"), "skeleton: the attack is one of normal, flurry"),
        (lambda table: table["units"][2].update(keywords=["swimming"]), "skeleton: keywords is a list of flying"),
        (lambda table: table["units"].pop(0), "the table has the unit zombie, without a card"),
        (lambda table: table["necromancers"][0]["keywords"].remove("persistent"), "necromancer and persistent"),
        (lambda table: table["necromancers"].pop(0), "the table has one basic necromancer"),
        (lambda table: table["maps"].update(flat="/".join("0" * 10)), "map flat breaks the rule that it has ten"),
        (lambda table: table["maps"].update(odd="0/0"), "map odd breaks the rule that it has ten rows"),
        (lambda table: table["maps"].clear(), "maps is an object of rows by name, of at least one map"),
        (lambda table: table["maps"].update({"A map": ""}), "a map's name is small letters, digits and _: 'A map'"),
        (lambda table: table["units"][2].update(keywords=7), "skeleton: keywords is a list of flying"),
        (lambda table: table["necromancers"][1]["keywords"].append([]), "keywords is a list of flying"),
        (lambda table: table["necromancers"][1].pop("value"), "the value of the attack is a whole number"),
        (lambda table: table["units"][2].update(attack="deathtouch") or table["units"][2].pop("value"), "write null"),
        (lambda table: table["units"][2].update(id="\u0131\u0131\u0131"), "at least three small letters"),
        (lambda table: table.update(fixedCards=-1), "fixedCards is a whole number from 0"),
        (lambda table: table.update(spellPrice={"8n": 8}), "spellPrice has 8n and 4n"),
        (lambda table: table.pop("units"), "a table is an object with units, necromancers, maps"),
        (lambda table: table.update(edition="initiate"), "the edition initiate is there already"),
        (lambda table: table.pop("edition"), "the table has no name"),
    ],
)
def test_a_table_that_cannot_be_played_says_what_is_wrong_with_it(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    path = written(tmp_path, change)
    got = ludex("--table", f"minions={path}", "engine", said=HELLO)
    assert got.returncode == 2
    assert str(path) in got.stderr
    assert said in got.stderr
    assert "Traceback" not in got.stderr


def test_a_table_without_the_shipped_maps_starts_on_its_first(tmp_path: Path) -> None:
    def other_maps(table: dict[str, Any]) -> None:
        table["maps"] = {"pond": table["maps"]["midnight_lake"]}

    path = f"minions={written(tmp_path, other_maps)}"
    got = ludex("--table", path, "smoke", "--", *LUDEX, "--table", path, "engine")
    assert got.returncode == 0, got.stderr
    assert "ok    minions mine: `legal` lists actions at the start" in got.stdout


@pytest.mark.parametrize("known", [True, False])
def test_the_workers_of_a_comparison_know_the_table(tmp_path: Path, known: bool) -> None:
    said = f"minions={written(tmp_path, lambda table: table['units'][0].update(defense=2))}"
    question = {"game": "minions", "edition": "mine", "choices": {}, "operation": "start", "fields": {}}
    got = subprocess.run(
        [sys.executable, "-m", "ludex.rulediff.worker", *([said] if known else [f"{said}.not"])],
        input=json.dumps(question) + "\n\n",
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(got.stdout)
    assert ("answer" in told) == known
    assert ("UnknownChoice" in told.get("error", "")) != known


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("minions", "a game and a file are needed"),
        ("chess=table.json", "there is no game 'chess'"),
        ("tribun=table.json", "tribun has no table"),
        ("minions=no-such-file.json", "cannot read no-such-file.json"),
    ],
)
def test_a_table_that_is_named_wrong_is_a_fault_of_the_command_line(words: str, said: str) -> None:
    got = ludex("--table", words, "engine", said=HELLO)
    assert (got.returncode, said in got.stderr) == (2, True)
