"""A game that `ludex new-game` makes is green at once in every command, as a package and in a checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import where
from ludex.cli import main
from tests.newcomer.installing import Done, Installed, install, run_ludex
from tests.test_commands_that_write import in_little_room

ROOT = where.spec().parent
ALL = bool(os.environ.get("LUDEX_ALL"))
long_proof = pytest.mark.skipif(not ALL, reason="a longer proof; LUDEX_ALL=1 runs it")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A new game, installed."""
    folder = tmp_path_factory.mktemp("new")
    made = run_ludex(("new-game", "small_war", "SMW", "--into", "small-war"), {}, folder)
    assert made.status == 0, made.said
    return install("small_war", folder / "small-war", folder / "site")


COMMANDS = {
    "it is complete": ("doctor small_war", "small_war: complete\n"),
    "its scenarios pass": ("run SPEC", "8 scenarios, 8 with each edition: 8 pass, 0 fail"),
    "they are chosen by its prefix": ("run -k SMW", "8 scenarios, 8 with each edition: 8 pass, 0 fail"),
    "there is nothing to mend in them": ("lint SPEC", "8 scenarios: nothing to mend"),
    "they are laid out": ("fmt --check SPEC", "2 files: all laid out already"),
    "its vectors are those of its suite": ("generate --check --game small_war", "10 files are as they would be made"),
    "every clause is covered": ("coverage --check --game small_war", "small_war: no gaps"),
    "the matrix of slips is filled": ("coverage --matrix --game small_war", "small_war: no gaps"),
    "a clause is explained": ("explain SMW-MOV-3", "Straight ahead to a free square"),
    "a scenario is shown": ("show SPEC/scenarios/small_war.ludex:5", "white to move"),
    "a scenario is drawn": ("show SPEC/scenarios/small_war.ludex:5 --svg", "<svg"),
    "a scenario to begin with is made": ("new SMW-MOV-3", "refused by SMW-MOV-3"),
    "an adapter is written": ("kit python --game small_war KIT", "ludex check --game small_war"),
    "the engine answers": ("smoke --game small_war -- ENGINE", "The adapter is ready for `ludex check`."),
    "the engine passes": ("check --game small_war -- ENGINE", "selected vectors pass"),
    "the images pass": ("check --game small_war --all-readings --images -- ENGINE", "selected vectors pass"),
    "nothing that is drawn differs": ("fuzz --game small_war --questions 100 -- ENGINE", "differences: 0, of 0 causes"),
    "its vectors are exported": ("export --game small_war", '"small_war"'),
    "a sample of slips falls": (
        "power --game small_war --sample 6 -j 1",
        " mutants fell to vectors, ",
    ),
    "a count is divided": (
        "divide SPEC/scenarios/small_war.ludex:5 --game small_war --depth 2 -- ENGINE",
        "The engine counts as the rules do",
    ),
}
LONG = {
    "every slip falls": ("power --game small_war -j 2", "0 are admitted, 0 survive"),
    "a core is chosen": ("generate --core --game small_war", "written to"),
    "its rulebook is among the pages": ("site --into SITE", "site/index.html"),
}


@pytest.mark.parametrize("promise", COMMANDS)
def test_a_new_game_is_green_at_once(promise: str, game: Installed, tmp_path: Path) -> None:
    words, said = COMMANDS[promise]
    assert_said(ask(game, words, tmp_path), said)


@long_proof
@pytest.mark.parametrize("promise", LONG)
def test_a_new_game_is_green_in_what_takes_its_time(promise: str, game: Installed, tmp_path: Path) -> None:
    words, said = LONG[promise]
    assert_said(ask(game, words, tmp_path), said)


def test_a_report_of_a_new_game_stands_beside_others(game: Installed, tmp_path: Path) -> None:
    assert ask(game, "check --game small_war --select lists --json run.json -- ENGINE", tmp_path).status == 0
    assert_said(ask(game, "matrix run.json", tmp_path), "small_war-python 1: All")


def ask(game: Installed, words: str, folder: Path) -> Done:
    """What a command says of the game."""
    filled = {"ENGINE": game.engine, "KIT": (str(folder / "kit"),), "SITE": (str(folder / "site"),)}
    parts = [part for word in words.split() for part in filled.get(word, (word.replace("SPEC", str(game.spec)),))]
    return game.ludex(*parts, cwd=folder)


def assert_said(done: Done, said: str) -> None:
    assert done.status == 0, done.said
    assert said in done.said


def test_the_template_itself_is_installed_so(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "template", tmp_path / "template", ignore=shutil.ignore_patterns("__pycache__"))
    hexapawn = install("hexapawn", tmp_path / "template", tmp_path / "site")
    assert_said(hexapawn.ludex("doctor", "hexapawn"), "hexapawn: complete")
    engine = ("--game", "hexapawn", "--", *hexapawn.engine)
    assert_said(hexapawn.ludex("check", *engine), "selected vectors pass")
    assert_said(hexapawn.ludex("check", "--core", *engine), "selected vectors pass")
    renewed = hexapawn.ludex("generate", "--core", "--again", "--game", "hexapawn")
    assert_said(renewed, "hexapawn: a core of")
    assert "; `ludex generate --core`" not in renewed.said  # which would say what is wrong with it


# In a checkout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this tree with a new game, and what a commit would hold of it."""
    tree = tmp_path_factory.mktemp("checkout")
    unread = shutil.ignore_patterns("__pycache__", "target", "bin", "node_modules")
    for part in ("reference", "grammar", "conformance", "spec", "template"):
        shutil.copytree(ROOT / part, tree / part, ignore=unread)
    (tree / "vectors").mkdir()
    for part in (ROOT / "vectors").iterdir():
        (tree / "vectors" / part.name).symlink_to(part)
    (tree / "tests").mkdir()
    for name in (
        "tests/__init__.py",
        "tests/guards.py",
        "tests/examples.py",
        *PROJECT_TESTS,
        "pyproject.toml",
        "CONTRIBUTING.md",
    ):
        shutil.copy(ROOT / name, tree / name)
    before = files_in(tree)
    assert_said(in_checkout(tree, "new-game", "small_war", "SMW"), f"wrote {tree / 'spec' / 'small_war'}")
    after = files_in(tree)
    assert {name: after.get(name) for name in before} == before  # nothing else is touched
    assert all("small_war" in str(path.relative_to(tree).parent) for path in after.keys() - before.keys())
    return tree


def files_in(tree: Path) -> dict[Path, bytes]:
    """What lies in a tree, but for the vectors of others."""
    return {path: path.read_bytes() for path in sorted(tree.rglob("*")) if path.is_file()}


PROJECT_TESTS = ("tests/test_conventions.py", "tests/test_seam.py", "tests/test_examples.py", "tests/test_rooms.py")


def paths_of(tree: Path) -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(str(tree / layer) for layer in ("reference", "grammar", "conformance"))}


def in_checkout(tree: Path, *words: str) -> Done:
    return run_ludex(words, paths_of(tree), tree)


def ask_tests(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The tests of a checkout that ask the new game."""
    command = (sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *words, "-k", "small_war")
    env = {**os.environ, **paths_of(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("doctor small_war", "small_war: complete\n"),
        ("run -k SMW", "8 scenarios, 8 with each edition: 8 pass, 0 fail"),
        ("lint spec/small_war", "nothing to mend"),
        ("generate --check --game small_war", "10 files are as they would be made"),
        ("coverage --check --game small_war", "small_war: no gaps"),
        ("check --game small_war -- python3 conformance/engines/small_war-python/engine.py", "selected vectors pass"),
    ],
)
def test_a_new_game_is_green_at_once_in_a_checkout(words: str, said: str, checkout: Path) -> None:
    assert_said(in_checkout(checkout, *words.split()), said)


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check"])
def test_a_new_game_is_laid_out_as_the_tree_is(command: str, checkout: Path) -> None:
    done = subprocess.run([sys.executable, "-m", *command.split(), "."], cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_new_game_keeps_to_the_conventions_of_the_tree(checkout: Path) -> None:
    done = ask_tests(checkout, *PROJECT_TESTS)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


@long_proof
def test_every_test_of_games_passes_with_a_game_more(tmp_path: Path) -> None:
    """All tests that ask each game ask the new one, too."""
    made = ("__pycache__", "target", "bin", "node_modules", ".venv", ".git", ".*_cache", ".hypothesis")
    tree = shutil.copytree(ROOT, tmp_path / "tree", ignore=shutil.ignore_patterns(*made))
    assert_said(in_checkout(tree, "new-game", "small_war", "SMW"), "wrote ")
    done = ask_tests(tree, "tests", "--ignore", "tests/newcomer")
    assert done.returncode == 0, done.stdout[-5000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > 150


# What cannot be


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Small", "SMW"), "'Small' cannot be the name of a game"),
        (("small-war", "SMW"), "'small-war' cannot be the name of a game"),
        (("class", "SMW"), "'class' cannot be the name of a game"),
        (("tribun", "SMW"), "there is a game 'tribun' already"),
        (("small_war", "smw"), "'smw' cannot begin the ids of clauses"),
        (("small_war", "SMWA"), "'SMWA' cannot begin the ids of clauses"),
        (("small_war", "TRB"), "the clauses of tribun begin with TRB already"),
        (("small_war", "SMW", "--into", "full"), "full is there already, and is not empty"),
        (("small_war", "SMW", "--into", "full/file"), "full/file is no folder"),
        (("seam", "SMW"), "seam.py is there already"),
        (("language", "SMW"), "language is there already"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", *words]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "file"]


def test_half_a_game_is_none(tmp_path: Path) -> None:
    done = in_little_room(100, "new-game", "small_war", "SMW", "--into", "made", cwd=tmp_path)
    assert (done.returncode, "cannot write made" in done.stderr) == (2, True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
