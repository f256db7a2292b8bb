"""What holds across the project: layers agree, nobody imports upwards, and every clause has its partner."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludex.games
from ludex.rulebook import read_rulebook
from ludex.rules import MARKS, Register
from tests.guards import at_least_one

ROOT = Path(__file__).parent.parent
GAMES = sorted(found.name for found in pkgutil.iter_modules(ludex.games.__path__))
LAYERS = {"reference": ("rules", "games"), "grammar": ("notation", "scenario", "seam", "fault", "tracking")}


def sources(layer: str) -> Iterator[Path]:
    yield from sorted((ROOT / layer / "ludex").rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def marks_of(game: str) -> dict[str, set[str]]:
    """Every clause that the reference of a game carries, with its roles."""
    package = importlib.import_module(f"ludex.games.{game}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return {clause: roles for clause, roles in MARKS.items() if clause.startswith(f"{package.PREFIX}-")}


@pytest.mark.parametrize("layer", ["reference", "grammar", "conformance"])
def test_no_layer_hides_the_others(layer: str) -> None:
    assert not (ROOT / layer / "ludex" / "__init__.py").exists()


@pytest.mark.parametrize("path", list(sources("reference")), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_reference_imports_itself_and_the_standard_library_only(path: Path) -> None:
    parts = [name.split(".") for name in imports(path)]
    assert [one for one in parts if one[0] == "ludex" and one[1] not in LAYERS["reference"]] == []
    assert {one[0] for one in parts} & {"os", "sys", "time", "random", "msgspec", "rich", "lark", "io"} == set()


@pytest.mark.parametrize("path", list(sources("grammar")), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_grammar_imports_nothing_of_the_judge(path: Path) -> None:
    known = {*LAYERS["reference"], *LAYERS["grammar"]}
    assert {name.split(".")[1] for name in imports(path) if name.startswith("ludex.")} <= known


@pytest.mark.parametrize(
    "path", sorted((ROOT / "conformance/ludex/support").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_what_a_game_gives_to_the_tools_knows_none_of_them(path: Path) -> None:
    below = {*LAYERS["reference"], *LAYERS["grammar"], "support"}
    assert {name.split(".")[1] for name in imports(path) if name.startswith("ludex.")} <= below


# Modules that are imported by a name which is put together, and why there.
BY_NAME = {
    "grammar/ludex/seam.py": "finds what a game has in each layer",
    "conformance/ludex/cli/__init__.py": "finds the module of a command",
    "conformance/ludex/rulebook/marks.py": "reads every module of a reference, so that all marks are known",
    "conformance/ludex/mutation/loading.py": "loads a mutant beside the rules that it is made of",
    "conformance/ludex/rulediff/worker.py": "answers by the rules of another revision",
    "conformance/ludex/suites/tribun/__init__.py": "has its chapters imported when they are asked for",
    "conformance/ludex/suites/minions/__init__.py": "has its chapters imported when they are asked for",
}


def test_a_game_is_found_in_one_place() -> None:
    found = set()
    for layer in ("reference", "grammar", "conformance"):
        for path in sources(layer):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = [
                node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "") for node in ast.walk(tree)
            ]
            if {"import_module", "__import__"} & {*names}:
                found.add(path.relative_to(ROOT).as_posix())
    assert found == {*BY_NAME}


def test_nothing_in_a_game_is_dead() -> None:
    """A function or a class of a game is asked for by a seam, is found by its mark, or is named somewhere else."""
    every = [path for layer in ("reference", "grammar", "conformance") for path in sources(layer)]
    named = Counter(word for path in every for word in re.findall(r"\w+", path.read_text(encoding="utf-8")))
    asked = {word for path in every if path.name == "seam.py" for word in re.findall(r"\w+", path.read_text("utf-8"))}
    dead = [
        f"{path}: {node.name}"
        for path in at_least_one(path for path in every if set(path.parts) & {*GAMES})
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("__")
        if named[node.name] == 1 and node.name not in asked and not node.decorator_list
    ]
    assert dead == []


@pytest.mark.parametrize("layer", ["reference", "grammar", "conformance"])
def test_code_that_serves_all_games_names_none(layer: str) -> None:
    """A game is found by listing ``ludex.games``: outside of its own folders its name stands nowhere in code."""
    for path in at_least_one(sources(layer)):
        inside = path.relative_to(ROOT / layer / "ludex").parts
        if len(inside) > 2 and inside[1] in GAMES:
            continue
        strings = [
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value
        ]
        named = [text for text in (*strings, *imports(path)) for game in GAMES if re.search(rf"\b{game}\b", text)]
        assert not named, f"{path}: {named}"


def test_the_judge_touches_no_file_clock_or_process_and_prints_nothing() -> None:
    outside = {"io", "os", "pathlib", "random", "rich", "subprocess", "sys", "time"}
    above = {"ludex.outlet", "ludex.runner", "ludex.report"}
    doing = {"open", "print", "read_bytes", "read_text", "write", "now", "today"}
    for path in at_least_one(sorted((ROOT / "conformance" / "ludex" / "judge").rglob("*.py"))):
        assert {".".join(name.split(".")[:2]) for name in imports(path)} & (outside | above) == set(), path
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        called = {node.func for node in nodes if isinstance(node, ast.Call)}
        names = {one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in called}
        assert names & doing == set(), path


@pytest.mark.parametrize("layer", ["reference", "grammar", "conformance"])
def test_comments_and_docstrings_spell_colour_as_the_rulebooks_do(layer: str) -> None:
    """A name in code is spelt as on the wire, `color`."""
    for path in at_least_one(sources(layer)):
        with path.open(encoding="utf-8") as file:
            for token in at_least_one(tokenize.generate_tokens(file.readline)):
                if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                    assert not re.search(r"(?<![`\"'.])\b[Cc]olors?\b(?![`\"'])", token.string), (path, token.start[0])


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_in_code_stands_in_the_rulebook_in_the_same_role(game: str) -> None:
    book = read_rulebook(ROOT / "spec" / game / "rulebook")
    marks = marks_of(game)
    assert marks
    assert {clause: {book[clause].role} if clause in book else None for clause in marks} == marks


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_rulebook_is_decided_in_code_or_says_why_not(game: str) -> None:
    marks = marks_of(game)
    for clause in at_least_one(read_rulebook(ROOT / "spec" / game / "rulebook").values()):
        says_why_not = "Not decided:" in clause.notes or clause.level == "withdrawn"
        assert (clause.id in marks) != says_why_not, clause.id
        assert clause.source, clause.id


@pytest.mark.parametrize("game", GAMES)
def test_the_register_in_code_and_in_the_rulebook_have_the_same_entries(game: str) -> None:
    register: Register = importlib.import_module(f"ludex.games.{game}").REGISTER
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "spec" / game / "rulebook").glob("*.md"))
    written = {
        entry: tuple(choice.strip() for choice in readings.split("|"))
        for entry, readings in re.findall(r"^## ([a-z0-9-]+)\n+Readings: ([^\n]+?)\.?$", text, re.MULTILINE)
    }
    shown = {
        entry.id: tuple(f"{choice}*" if choice == entry.default else choice for choice in entry.readings)
        for entry in register.entries
    }
    assert {name: set(choices) for name, choices in written.items()} == {n: set(c) for n, c in shown.items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_rulebook_says_the_level_of_its_clause(game: str) -> None:
    """A must clause says must, a should clause should, a may clause may."""
    for clause in at_least_one(read_rulebook(ROOT / "spec" / game / "rulebook").values()):
        assert clause.level in clause.sentence.lower(), clause.id


def test_a_text_is_read_and_written_in_an_encoding_that_is_said() -> None:
    usual = {"read_text": 0, "write_text": 1}  # without an encoding by place
    calls = [
        (path, node, node.func.attr)
        for layer in ("reference", "grammar", "conformance")
        for path in sources(layer)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in usual and "bench" not in path.parts
    ]
    assert [
        path
        for path, node, name in at_least_one(calls)
        if "encoding" not in {word.arg for word in node.keywords} and len(node.args) <= usual[name]
    ] == []


# A bare participle says neither of what a function is, nor what it does.
PARTICIPLE = re.compile(
    "(?!heed)[a-z]+ed|begun|broken|chosen|done|drawn|found|given|gone|heard|held|kept|known|laid|left|lost|made|meant"
    "|said|seen|sent|shown|taken|told|written"
)
OF_THE_SEAMS = {"carried", "changed", "restated"}  # what a game gives; each says in its seam of what it is so
SPEAKING = (
    *("notation", "scenario", "seam", "tracking"),
    *("authoring", "cli", "conformance", "outlet", "rulebook", "support", "tables", "tomls", "where", "wording"),
    *("bench", "fuzz", "generate", "judge", "kits", "mutation", "protocol", "report", "rulediff", "runner", "site"),
    *("suites", "vectors"),
)


def modules_of(room: str) -> Iterator[Path]:
    """The modules of a room, but those that are written into somebody else's folder."""
    for layer in ("grammar", "conformance"):
        for path in sources(layer):
            inside = path.relative_to(ROOT / layer / "ludex").with_suffix("").parts
            written_elsewhere = "kit" in inside or (inside[0] == "kits" and len(inside) > 2)
            if inside[0] == room and not written_elsewhere:
                yield path


@pytest.mark.parametrize("room", SPEAKING)
def test_no_function_is_called_by_a_bare_participle(room: str) -> None:
    for path in at_least_one(list(modules_of(room))):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        asked_as_values = [one for one in functions if any("property" in ast.dump(mark) for mark in one.decorator_list)]
        names = {one.name for one in functions if one not in asked_as_values} - OF_THE_SEAMS
        assert {name for name in names if PARTICIPLE.fullmatch(name.strip("_"))} == set(), path
