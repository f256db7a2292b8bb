"""The results file says everything, fits its schema, and is quick to come."""

import importlib.resources
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import msgspec
import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.report.results import Results, results_schema, write_results
from ludex.report.source import read_results
from ludex.runner.examples import ExampleEngine, examples, lacking, slip_of_reference, spoil, spoil_reference

Judged = Callable[..., Results]
SCHEMA = importlib.resources.files("ludex.report").joinpath("results.schema.json").read_bytes()


def fields(schema: bytes) -> dict[str, list[str]]:
    return {name: sorted(one["properties"]) for name, one in json.loads(schema)["$defs"].items()}


def test_the_schema_is_the_one_of_the_types() -> None:
    """If this fails: write `ludex.report.results.results_schema()` to results.schema.json."""
    assert fields(results_schema()) == fields(SCHEMA)


@pytest.mark.parametrize("engine", ["right", "picky", "exits", "crash"])
def test_results_fit_the_schema_and_are_read_back(judged: Judged, tmp_path: Path, engine: str) -> None:
    results = judged(engine)
    write_results(results, tmp_path / "r.json")
    jsonschema.validate(json.loads((tmp_path / "r.json").read_text()), json.loads(SCHEMA))
    assert read_results(tmp_path / "r.json") == results


def test_like_runs_differ_only_in_times(judged: Judged) -> None:
    one, other = judged("picky"), judged("picky")
    assert msgspec.structs.replace(one, times=other.times) == other


def test_nothing_slow_is_imported_before_the_first_verdict(
    toy_root: Path, engine_command: Callable[[str], tuple[str, ...]]
) -> None:
    script = f"""
import sys
from pathlib import Path
import ludex.cli.check
from ludex.cli._progress import Progress
from ludex.runner.checking import check
from ludex.runner.run import Order
slow = []
def watch(index, total):
    slow.extend({{"jsonschema", "lark", "rich", "ludex.games"}} & sys.modules.keys())
check(Order("nim", {engine_command("right")!r}, root=Path({str(toy_root)!r})), watch)
print(sorted(set(slow)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_example_engine_tells_what_it_lacks(tmp_path: Path) -> None:
    assert lacking(ExampleEngine("x", "nim", ("x",), needs="no-such-tool")) == "no-such-tool is not on PATH"
    assert lacking(ExampleEngine("x", "nim", ("x",), needs="sh")) == ""
    assert "99 or later is needed" in lacking(ExampleEngine("x", "nim", ("x",), needs="python3", minimum="99"))
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "engine.js").write_text("")
    (tmp_path / "one" / "engine.json").write_text('{"name":"one","game":"nim","command":["node","engine.js"]}')
    assert examples(tmp_path)[0].run == ("node", str(tmp_path / "one" / "engine.js"))


def test_a_demo_without_an_engine_says_first_that_it_is_no_independent_check(
    toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "engine.json").write_text('{"name":"js","game":"nim","command":["x"],"needs":"no-such-tool"}')
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    monkeypatch.setattr("ludex.where.engines", lambda: tmp_path)
    status = main(["demo"])
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("This is no independent check")
    assert second == "Skipped: the engine js cannot run here: no-such-tool is not on PATH."
    assert any(line.startswith("engine: ludex-reference ") for line in rest)
    assert status == 1  # the reference does not play Nim


def test_a_demo_checks_each_example_engine(
    toy_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    engine_command: Callable[[str], tuple[str, ...]],
) -> None:
    (tmp_path / "py").mkdir()
    example = {"name": "py", "game": "nim", "command": engine_command("right")}
    (tmp_path / "py" / "engine.json").write_text(json.dumps(example))
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    monkeypatch.setattr("ludex.where.engines", lambda: tmp_path)
    assert main(["demo"]) == 0
    assert "one (default readings): 205 pass" in capsys.readouterr().out


def test_a_demo_of_several_engines_ends_as_the_worst_of_them_and_keeps_the_last(
    toy_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    engine_command: Callable[[str], tuple[str, ...]],
) -> None:
    made = {
        "1": ("wrong_legal", "nim", ""),
        "2": ("right", "nim", ""),
        "3": ("x", "nim", "no-such-tool"),
        "4": ("x", "go", ""),
    }
    for name, (engine, game, needs) in made.items():
        (tmp_path / name).mkdir()
        example = {"name": name, "game": game, "command": engine_command(engine), "needs": needs}
        (tmp_path / name / "engine.json").write_text(json.dumps(example))
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    monkeypatch.setattr("ludex.where.engines", lambda: tmp_path)
    assert main(["demo", "--json", str(tmp_path / "r.json")]) == 1
    said = capsys.readouterr().out
    begun = [line for line in said.splitlines() if line.startswith(("Checking", "Skipped"))]
    assert begun == [
        *(
            f"Checking the example engine {name}, in a process of its own: {' '.join(engine_command(made[name][0]))}"
            for name in "12"
        ),
        "Skipped: the engine 3 cannot run here: no-such-tool is not on PATH.",
    ]
    assert said.count("again: ludex check") == 5
    assert said.endswith(f"{begun[-1]}\n")
    assert read_results(tmp_path / "r.json").command == engine_command("right")


def test_a_demo_without_vectors_or_with_a_file_that_cannot_be_written_is_2(
    toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludex.where.engines", lambda: tmp_path)
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path))
    assert main(["demo"]) == 2
    assert capsys.readouterr() == ("", "ludex: there are no vectors\n  `ludex generate` makes them.\n")
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    assert main(["demo", "--json", str(tmp_path / "no" / "r.json")]) == 2
    out, err = capsys.readouterr()
    assert (out, "for --json." in err) == ("", True), err


STARTER = """
import subprocess, sys
kind, *command = open(sys.argv[1]).read(), *sys.argv[2:]
sys.exit(subprocess.call([*command[:-1], command[-1].replace("right.py", f"{kind}.py")]))
"""


def planted(folder: Path, command: tuple[str, ...]) -> None:
    """An example engine with a file that says how it spoils its answers, and a slip to be planted into that file."""
    (folder / "py").mkdir()
    (folder / "py" / "kind.txt").write_text("right")
    slip = {"told": "it lists too little", "select": "NIM-*", "file": "kind.txt", "right": "right"}
    start = [sys.executable, "-c", STARTER, "kind.txt", *command]
    example = {"name": "py", "game": "nim", "command": start, "slip": {**slip, "wrong": "wrong_legal"}}
    (folder / "py" / "engine.json").write_text(json.dumps(example))


def test_a_demo_ends_with_a_slip_its_report_and_its_page(
    toy_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    engine_command: Callable[[str], tuple[str, ...]],
) -> None:
    planted(tmp_path, engine_command("right"))
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    monkeypatch.setattr("ludex.where.engines", lambda: tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    page = tmp_path / "page.html"
    assert main(["demo", "--html", str(page)]) == 0  # as of the engine without a slip
    said = capsys.readouterr().out
    assert "And now py with a slip, planted for this demo: it lists too little." in said
    assert said.index("And now") < said.index("Exit status 1.")
    stays = re.search("The engine with the slip stays in (.*), so that it can be asked again", said)
    assert stays
    assert [path.read_text() for path in Path(stays[1]).rglob("kind.txt")] == ["wrong_legal"]
    assert said.endswith(f"The same as a page, with boards: {page.as_uri()}\n")
    assert "failures, by likely cause" in page.read_text(encoding="utf-8")
    assert (tmp_path / "py" / "kind.txt").read_text() == "right"


def test_a_slip_that_cannot_be_planted_is_told(tmp_path: Path) -> None:
    planted(tmp_path, ("x",))
    (tmp_path / "py" / "kind.txt").write_text("other")
    (example,) = examples(tmp_path)
    assert example.slip is not None
    with pytest.raises(Fault, match="replaces what does not stand there once"):
        spoil(example, example.slip, tmp_path / "copy")


def test_the_slips_of_the_demo_can_be_planted(tmp_path: Path) -> None:
    """Also where no example engine can run: then into a copy of the rules of the reference."""
    slip = slip_of_reference()
    assert slip is not None
    spoilt = spoil_reference(slip, tmp_path)
    assert (spoilt.game, slip.wrong in (tmp_path / "ludex" / "games" / slip.game / slip.file).read_text()) == (
        slip.game,
        True,
    )
    with_slip = [example for example in examples() if example.slip]
    assert with_slip
    for example in with_slip:
        assert example.slip is not None
        assert not example.build
        copy = spoil(example, example.slip, tmp_path)
        assert example.slip.wrong in (Path(copy.folder) / example.slip.file).read_text()
