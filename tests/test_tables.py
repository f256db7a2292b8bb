"""A table of one's own: figures of a game that are data can be other figures."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ludex import where
from ludex.cli import main
from ludex.fault import Fault
from ludex.generate import lacking, tabled
from ludex.generate.generating import Job
from ludex.generate.lacking import drawn_cases
from ludex.suites import Case, SuiteTopic
from tests.newcomer.installing import copied_template

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
SHIPPED = json.loads((where.spec() / "minions" / "data" / "initiate.json").read_text(encoding="utf-8"))
MANIFEST_SCHEMA = json.loads((where.vectors() / "schema" / "manifest.schema.json").read_text(encoding="utf-8"))
ALONE = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # what else is installed here takes a second to load
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
        (
            lambda table: table["units"][1].update(speed=-1),
            "/units/1/speed: of initiate: speed is a whole",
        ),
        (lambda table: table["units"][2].update(letter="Z"), "/units/2/letter: the letter 'Z' is there twice"),
        (
            lambda table: table["units"][2].update(attack="bite"),
            "/units/2/attack: of skeleton: the attack is",
        ),
        (
            lambda table: table["units"][2].update(keywords=["swimming"]),
            "/units/2/keywords: of skeleton: key",
        ),
        (lambda table: table["units"].pop(0), "the table has the unit zombie, without a card"),
        (lambda table: table["necromancers"][0]["keywords"].remove("persistent"), "necromancer and persistent"),
        (lambda table: table["necromancers"].pop(0), "the table has one basic necromancer"),
        (
            lambda table: table["maps"].update(flat="/".join("0" * 10)),
            "/maps/flat: map flat breaks the rule",
        ),
        (lambda table: table["maps"].update(odd="0/0"), "map odd breaks the rule that it has ten rows"),
        (lambda table: table["maps"].clear(), "maps is an object of rows by name, of at least one map"),
        (lambda table: table["maps"].update({"A map": ""}), "a map's name is small letters, digits and _: 'A map'"),
        (lambda table: table["units"][2].update(keywords=7), "of skeleton: keywords is a list of flying"),
        (lambda table: table["necromancers"][1]["keywords"].append([]), "keywords is a list of flying"),
        (lambda table: table["necromancers"][1].pop("value"), "the value of the attack is a whole number"),
        (lambda table: table["units"][2].update(attack="deathtouch") or table["units"][2].pop("value"), "write null"),
        (lambda table: table["units"][2].update(id="\u0131\u0131\u0131"), "at least three small letters"),
        (lambda table: table.update(fixedCards=-1), "fixedCards is a whole number from 0 to 1000000"),
        (lambda table: table.update(spellPrice={"8n": 8}), "spellPrice has 8n and 4n"),
        (
            lambda table: table["startMoney"].update(yelow=1),
            "/startMoney/yelow: there is no such field; did you mean yellow?",
        ),
        (lambda table: table.update(fixedcards=1), "/fixedcards: there is no such field; did you mean fixedCards?"),
        (
            lambda table: table["units"][2].update(defence=3),
            "/units/2/defence: there is no such field; did you mean defense?",
        ),
        (
            lambda table: table["necromancers"][0].update(card=3),
            "/necromancers/0/card: there is no such field; there are ",
        ),
        (lambda table: table["units"][2].pop("card"), "/units/2/card: of skeleton: card is null or a whole number"),
        (lambda table: table["units"][2]["keywords"].append("flying"), "of skeleton: a keyword is there twice"),
        (lambda table: table["units"][2].update(speed=10**30), "speed is a whole number from 0 to 1000000"),
        (lambda table: table.pop("units"), "/units: missing; a table is an object with units, necromancers, maps"),
        (lambda table: table.pop("edition"), "the table has no name"),
    ],
)
def test_a_table_that_cannot_be_played_says_what_is_wrong_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], object], said: str
) -> None:
    path = written(tmp_path, change)
    assert main(["--table", f"minions={path}", "engine"]) == 2
    told = capsys.readouterr()
    assert str(path) in told.err
    assert said in told.err
    assert told.out == ""


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
        [sys.executable, "-m", "ludex.rulediff.remembering", *([said] if known else [f"{said}.not"])],
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
def test_a_table_that_is_named_wrong_is_a_fault_of_the_command_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--table", words, "engine"]) == 2
    assert said in capsys.readouterr().err


# Judged by a table: of a small game, so that its vectors are made in a moment

FIGURES = """
from ludex.rules import Edition

def faults(data):
    size = data.get("size")
    return [] if type(size) is int and 2 < size < 5 else ["/size: the board has 3 or 4 rows"]

def edition_of(data):
    return Edition(data["edition"], {"size": data["size"]})
"""
"""Hexapawn, in which how large the board is can be a figure."""
FEW = """

def topics(edition):
    rules = REGISTER.rules(edition)
    yield SuiteTopic("lists", "legal", "legal", "A game.", partial(_few_lists, rules))
    yield SuiteTopic("counts", "perft", "perft", "Counts.", lambda: islice(_counts(rules), 3))
    yield SuiteTopic("high", "apply", "apply", "Beyond the third row.", partial(_high, rules))
    if edition == "bare":
        yield SuiteTopic("pairs", "apply", "apply", "What this table has nothing for.", lambda: iter(()))

def _few_lists(rules):
    position = start(rules)
    while moves := legal(position, rules):
        yield Case("list", "in a game", {"position": show_position(position)})
        position = apply(position, moves[0], rules)

def _high(rules):
    position, rows = show_position(start(rules)), range(4, size_of(rules) + 1)
    if rules.edition == "bare":
        Dice("x").pick(rows)
    for column in "abc":
        move = {"from": f"{column}1", "to": f"{column}2"}
        yield Case("high", f"{column} goes ahead", {"position": position, "action": move})
        last = {**move, "to": f"{column}{Dice('x').pick(rows)}"}
        yield Case("drawn", f"{column} goes to the last row", {"position": position, "action": last})
"""
"""A few cases; a topic counts on a board of four rows: of three it draws one case, and of a table `bare` none."""
WITHOUT_JSONSCHEMA = 'import sys\nsys.modules["jsonschema"] = None\n'


class Small:
    """The template as an installed game whose figures are data, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = copied_template(folder)
        own, self.installed = self.game.folder / "ludex_hexapawn", folder / "site"
        (own / "support" / "hexapawn" / "figures.py").write_text(FIGURES, encoding="utf-8")
        suite = own / "suites" / "hexapawn" / "__init__.py"
        text = suite.read_text(encoding="utf-8").replace("from itertools import", "from itertools import islice,", 1)
        suite.write_text(text + FEW, encoding="utf-8")
        (self.installed / "sitecustomize.py").write_text(WITHOUT_JSONSCHEMA)  # as after a plain `pip install`
        shutil.rmtree(self.game.spec / "cases")
        (self.game.spec / "scenarios" / "four.ludex").unlink()
        self.scenarios = self.game.spec / "scenarios" / "hexapawn.ludex"
        self.cache = folder / "cache"
        paths = f"{self.installed}{os.pathsep}{self.game.site}"
        self.env = {**os.environ, "PYTHONPATH": paths, "LUDEX_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}

    def table(self, edition: str, size: Any) -> str:
        path = self.folder / f"{edition}-{size}.json"
        path.write_text(json.dumps({"edition": edition, "size": size}), encoding="utf-8")
        return f"hexapawn={path}"

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *words] if words[0] == "-m" else [*LUDEX, *words]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)

    def check(self, table: str, *engine: str) -> subprocess.CompletedProcess[str]:
        return self.run("check", "--table", table, "--", *LUDEX, *engine, "engine", "--game", "hexapawn")


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)


def test_an_engine_is_judged_by_the_vectors_of_a_table_which_are_made_once(small: Small) -> None:
    table = small.table("mine", 4)
    first = small.check(table, "--table", table)
    assert first.returncode == 0, first.stderr
    assert "making the vectors of the table mine of hexapawn" in first.stderr
    assert "figures: the table mine (" in first.stdout
    assert "mine (default readings): " in first.stdout
    again = small.check(table, "--table", table)
    assert (again.returncode, again.stderr) == (0, "")


def test_a_table_may_take_the_place_of_the_edition_that_an_engine_knows(small: Small) -> None:
    """The engine plays by the figures that ship, and is asked by others."""
    got = small.check(small.table("three", 4))
    assert got.returncode == 1
    assert "HEX-POS-2" in got.stdout
    assert f"--table {small.table('three', 4)}" in got.stdout  # in the line that runs one of them again
    assert small.check(small.table("three", 3)).returncode == 0


@pytest.mark.parametrize(("size", "status"), [(3, 0), (4, 1)])
def test_an_engine_is_fuzzed_by_a_table_and_held_against_another_by_it(small: Small, size: int, status: int) -> None:
    """The engine plays by the figures that ship, on three rows; those of the table are as many, or more."""
    table, engine = small.table("three", size), ("engine", "--game", "hexapawn")
    fuzzed = small.run("fuzz", "--game", "hexapawn", "--questions", "300", "--table", table, "--", *LUDEX, *engine)
    assert (fuzzed.returncode, "HEX-POS-2" in fuzzed.stdout) == (status, bool(status)), fuzzed.stdout + fuzzed.stderr
    other = shlex.join([*LUDEX, *engine, "--table", table])
    told = small.run("check", "--table", table, "--against", other, "--", *LUDEX, *engine)
    assert told.returncode == status, told.stdout + told.stderr
    assert "figures: the table three (" in told.stdout


def test_who_names_other_editions_is_asked_by_the_table_all_the_same(small: Small) -> None:
    """Under the name that it has for its edition, by which it answers: the figures are another matter."""
    note = "the hello does not declare mine, and is asked by this table as if it were three"
    for size, status in ((3, 0), (4, 1)):  # three is what it plays by
        got = small.check(small.table("mine", size))
        assert (got.returncode, note in got.stdout) == (status, True)
    assert "HEX-POS-2" in got.stdout


def test_what_was_made_stays_made(small: Small) -> None:
    table = small.table("mine", 4)
    small.check(table, "--table", table)
    (manifest,) = small.cache.rglob("manifest.json")
    topics = sorted((manifest.parent / "topics").glob("*.json"))
    facts = json.loads(manifest.read_text(encoding="utf-8"))
    assert facts["table"]["edition"] == "mine"
    before = {path: path.stat().st_mtime_ns for path in topics[1:]}
    manifest.unlink()
    topics[0].unlink()
    assert small.check(table, "--table", table).returncode == 0
    assert json.loads(manifest.read_text(encoding="utf-8")) == facts
    assert {path: path.stat().st_mtime_ns for path in topics[1:]} == before


def test_another_figure_has_vectors_of_its_own_and_what_a_table_lacks_ends_a_topic_and_is_told(small: Small) -> None:
    for size in (3, 4):
        small.run("generate", "--table", small.table("mine", size))
    made = [json.loads(path.read_text(encoding="utf-8")) for path in small.cache.rglob("manifest.json")]
    files = {json.dumps(one["table"]["short"]): one["files"].get("topics/high.json") for one in made}
    assert {short: facts and facts["vectors"] for short, facts in files.items()} == {
        "{}": {"mine": 6},
        '{"high": 1}': {"mine": 1},
    }
    table = small.table("mine", 3)
    got = small.check(table, "--table", table)
    assert got.returncode == 0
    assert "; what it lacks cuts 1 topic short: high" in got.stdout


def _without_end() -> Iterator[Case]:
    """Looks for what the table lacks before it gives a case, and lets nothing stop it."""
    while True:
        with suppress(Exception):
            sum(range(1000))


def _ends_somewhere() -> Iterator[Case]:
    yield from (Case("one", "a case", {}), Case("two", "another", {}))
    yield from _without_end()


@pytest.mark.parametrize(("cases", "drawn"), [(_without_end, 0), (_ends_somewhere, 2), (lambda: _without_end(), 0)])
def test_a_topic_that_looks_without_end_for_what_a_table_lacks_ends(
    monkeypatch: pytest.MonkeyPatch, cases: Callable[[], Iterator[Case]], drawn: int
) -> None:
    monkeypatch.setattr("ludex.generate.lacking.PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr("ludex.generate.lacking.SHORT", {})
    assert len(list(drawn_cases(SuiteTopic("t", "apply", "apply", "Cases.", cases)))) == drawn
    assert {"t": drawn} == lacking.SHORT


def test_a_topic_that_draws_all_before_its_first_case_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the call itself that does not come back, and no case is asked for."""
    monkeypatch.setattr("ludex.generate.lacking.PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr("ludex.generate.lacking.SHORT", {})
    topic = SuiteTopic("t", "apply", "apply", "Cases.", lambda: iter(list(_without_end())))
    assert (list(drawn_cases(topic)), lacking.SHORT) == ([], {"t": 0})


def test_what_is_done_with_the_cases_takes_no_time_from_their_topic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.generate.lacking.PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr("ludex.generate.lacking.SHORT", {})
    drawn = 0
    for _ in drawn_cases(SuiteTopic("t", "apply", "apply", "Cases.", lambda: iter([Case("a", "a case", {})] * 4))):
        drawn += 1
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass
    assert (drawn, lacking.SHORT) == (4, {})


def test_a_table_that_the_rules_fall_over_is_told_by_the_topic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.generate.generating.make_file", lambda _: {}["a unit"])
    with pytest.raises(Fault, match="the topic turns: KeyError: 'a unit'"):
        tabled._make("", Job("hexapawn", "turns"))


def test_scenarios_that_speak_of_what_a_table_lacks_are_counted_in_the_open(small: Small) -> None:
    with small.scenarios.open("a", encoding="utf-8") as file:
        file.write(
            '\nscenario "a word that no table of this game has"\n  cites  HEX-MOV-5\n  given  a horse on the moon\n'
        )
    table = small.table("mine", 3)
    got = small.check(table, "--table", table)
    assert got.returncode == 0, got.stderr
    assert "leaves out 1 scenario of the rulebook" in got.stdout
    (manifest,) = small.cache.rglob("manifest.json")
    said = json.loads(manifest.read_text(encoding="utf-8"))
    assert said["table"]["left_out"] == ["hexapawn.ludex:104"]
    Draft202012Validator(MANIFEST_SCHEMA["properties"]["table"]).validate(said["table"])


def test_a_topic_of_which_a_table_has_no_case_at_all_has_no_file(small: Small) -> None:
    """Also where jsonschema is installed, by which a file of no questions is none."""
    (small.installed / "sitecustomize.py").unlink()
    made = small.run("generate", "--table", small.table("bare", 3))
    assert made.returncode == 0, made.stderr
    (manifest,) = small.cache.rglob("manifest.json")
    facts = json.loads(manifest.read_text(encoding="utf-8"))
    assert facts["table"]["short"] == {"high": 0, "pairs": 0}
    for topic in ("high", "pairs"):
        assert f"topics/{topic}.json" not in facts["files"]
        assert not (manifest.parent / "topics" / f"{topic}.json").exists()


def test_what_the_scenarios_of_the_replaced_edition_ask_is_asked_by_a_table(small: Small) -> None:
    table = small.table("mine", 3)
    listed = small.run("check", "--table", table, "--list", "--select", "scenario")
    asked = {line.split()[0].rpartition("-")[0] for line in listed.stdout.splitlines() if "@mine" in line}
    assert {"the-first-move", "a-capture"} <= asked


def test_a_kit_brings_the_figures_of_a_table_along(small: Small) -> None:
    folder, table = small.folder / "kit", small.table("mine", 4)
    other = small.run("kit", "--table", table, "python", "--game", "tribun", str(folder))
    assert (other.returncode, folder.exists()) == (2, False)
    assert "--game tribun: the table " in other.stderr
    written = small.run("kit", "--table", table, "python", str(folder))
    assert "ludex check --game hexapawn --table hexapawn=figures.json -- python3 adapter.py" in written.stdout
    assert (folder / "figures.json").read_text().strip() == Path(table.partition("=")[2]).read_text()
    assert "figures of your table mine (" in (folder / "README.md").read_text()
    assert '"editions": {"mine": {}}' in (folder / "game.py").read_text()


def test_a_kit_of_a_table_has_its_units_and_what_comes_of_the_worked_examples(tmp_path: Path) -> None:
    table = f"minions={written(tmp_path, lambda table: table['units'][0].update(defense=5))}"
    assert ludex("kit", "--table", table, "python", "--game", "minions", str(tmp_path / "kit")).returncode == 0
    assert ludex("kit", "python", "--game", "minions", str(tmp_path / "shipped")).returncode == 0
    after = {}
    for kit in ("kit", "shipped"):
        examples = json.loads((tmp_path / kit / "examples.json").read_text())
        example = next(one for one in examples if one["name"] == "serpent-strikes")
        board = example["expect"]["position"]["boards"][0]
        after[example["params"]["edition"]] = board
    assert after == {  # three damage, done to a zombie
        "initiate": "n|||||0/0/2N7/0/0/0/3P6/7n2/0/0|d6:m1,a1",
        "mine": "n|||||0/0/2N7/0/0/0/3P6/3z3n2/0/0|d6:m1,a1;d7:d3",
    }
    own = subprocess.run(
        [sys.executable, "-m", "unittest", "-q"], cwd=tmp_path / "kit", capture_output=True, text=True, check=False
    )
    assert own.returncode == 0, own.stderr


def test_a_table_of_a_judgement_is_told_by_place(small: Small) -> None:
    got = small.check(small.table("mine", "four"))
    assert got.returncode == 2
    assert "/size: the board has 3 or 4 rows" in got.stderr
    assert not small.cache.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "tribun"), "--game tribun: the table "),
        (("--edition", "one"), "--edition one: by a table that is the edition mine"),
    ],
)
def test_what_does_not_go_with_a_table_is_told_before_its_vectors_are_made(
    small: Small, words: tuple[str, str], said: str
) -> None:
    got = small.run("check", "--table", small.table("mine", 4), *words, "--", "true")
    assert (got.returncode, said in got.stderr, small.cache.exists()) == (2, True, False), got.stderr
    asked = ("--ludex-table", small.table("mine", 4), f"--ludex-{words[0][2:]}", words[1], "--ludex-engine", "true")
    plugin = ("-m", "pytest", "-q", *ALONE, "--pyargs", "ludex.conformance", *asked)
    got = small.run(*plugin, "--rootdir", str(small.folder), "-c", os.devnull)
    assert (got.returncode != 0, said in got.stdout + got.stderr, small.cache.exists()) == (True, True, False)


def test_one_vector_of_a_table_is_explained(small: Small) -> None:
    table = small.table("mine", 4)
    listed = small.run("check", "--table", table, "--list", "--select", "high-*")
    vector = listed.stdout.split()[0]
    got = small.run("explain", "--table", table, vector)
    assert got.returncode == 0, got.stderr
    assert vector.partition("@")[0] in got.stdout


def test_results_of_a_table_are_told_and_compared_by_its_vectors_without_naming_it_again(small: Small) -> None:
    table = small.table("mine", 4)
    whole, part = str(small.folder / "whole.json"), str(small.folder / "part.json")
    engine = ("--", *LUDEX, "--table", small.table("mine", 3), "engine", "--game", "hexapawn")
    assert small.run("check", "--table", table, "--json", whole, *engine).returncode == 1
    small.run("check", "--table", table, "--json", part, "--select", "counts", *engine)
    told = small.run("report", whole)
    assert (told.returncode, told.stderr) == (0, "")
    assert "figures: the table mine (" in told.stdout
    assert "why: " in told.stdout
    found = small.run("diff", whole, part)
    assert re.search(r"Not run any more: \d+\n(?:  HEX-.*\n)*  HEX-POS-2 +\d+ ", found.stdout), found.stdout
    assert "figures: the table mine (" in found.stdout
    shutil.rmtree(small.cache)
    assert f"`ludex generate --table {table}` makes them anew" in small.run("report", whole).stderr


def test_pytest_judges_by_a_table(small: Small) -> None:
    table = small.table("mine", 4)
    engine = shlex.join([*LUDEX, "--table", table, "engine", "--game", "hexapawn"])
    words = ("-m", "pytest", "-q", *ALONE, "--pyargs", "ludex.conformance", "--ludex-engine", engine)
    got = small.run(*words, "--ludex-table", table, "--rootdir", str(small.folder), "-c", os.devnull)
    assert got.returncode == 0, got.stdout + got.stderr
