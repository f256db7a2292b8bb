"""Files, lines and nesting of any size give errors or results, soon, and never a crash."""

import time
from pathlib import Path

import pytest

from ludex.bench import scenarios
from ludex.cli import main
from ludex.scenario import File, read_file, read_text, run
from ludex.scenario.formatting import format_text
from ludex.scenario.reader import MOST_PROBLEMS

MOST_SECONDS = 5
TRIBUN = 'game tribun\nscenario "a"\n  given standard start, black to move\n  then {}\n'
TACTICS = 'game tactics\nscenario "a"\n  given standard start, P1 to move\n  then {}\n'
GOOD = TRIBUN.format("still open")
MANY = "".join(f'scenario "{n}"\n  given standard start, black to move\n  then white to move\n' for n in range(2000))
ROWS = "".join(f"    | {n} |\n" for n in range(2000))

# a text, and a part of what is said of it (nothing: it can be read)
SIZES = {
    "a file of 10 MB": (GOOD + "-- x\n" * 2_100_000, "a file of at most 4 MB"),
    "a line of 10 MB": (GOOD + "-- " + "x" * 10_000_000, "a file of at most 4 MB"),
    "a line of 3 MB": (GOOD + "-- " + "x" * 3_000_000, "a line of at most 10000 letters"),
    "100,000 comments": (GOOD + "-- x\n" * 100_000, ""),
    "3,000 scenarios": ("game tribun\n" + MANY, ""),
    "an outline of 2,000 rows": (
        TRIBUN.replace("scenario", "outline").format("<n> legal actions") + "  examples\n    | n |\n" + ROWS, "",
    ),
    "an error in every line": ("game tribun\n" + "x\n" * 40_000, "reading ends"),
    "indentation of 10,000": (GOOD + " " * 10_000 + "x\n", "a line of at most 10000 letters"),
    "indentation that grows to 2,000": (
        GOOD + "".join(f"{' ' * n}black to move\n" for n in range(3, 2000)), "only one sentence on who is to move",
    ),
    "brackets 9,000 deep": (TRIBUN.format("(" * 9000), "a number"),
    "commas alone": (TRIBUN.format("," * 9000), "a sentence before and after each comma"),
    "JSON 4,900 deep": (
        TACTICS.format('asking perft {"a": ' + "[" * 4900 + "]" * 4900 + "} gives {}"), "nested at most 50 deep",
    ),
    "JSON 60 deep": (TACTICS.format('asking perft {"a": ' + "[" * 60 + "]" * 60 + "} gives {}"), "nested at most 50"),
    "9,000 braces": (TACTICS.format("asking perft " + "{" * 9000), "JSON in braces"),
    "objects 1,000 deep": (
        TACTICS.format('asking perft {"a": ' + '{"a":' * 1000 + "1" + "}" * 1000 + "} gives {}"), "JSON in braces",
    ),
    "a number of 9,000 digits": (TACTICS.format("u1 has hp " + "9" * 9000), "a number"),
    "a number of 9,000 digits in JSON": (TACTICS.format('state with {"a": ' + "9" * 9000 + "}"), "JSON"),
    "a quotation that is never closed": (TACTICS.format('"\\' * 4500), "a unit's name"),
    "a name of 9,000 letters": (TRIBUN.replace('"a"', f'"{"a" * 9000}"').format("still open"), ""),
    "450 actions in a line": (TRIBUN.format("legal: " + "; ".join(["black resigns"] * 600)), ""),
}  # fmt: skip


def problems(file: File) -> str:
    return " ".join(problem.expected for problem in file.problems)


@pytest.mark.parametrize("case", SIZES)
def test_any_size_gives_an_error_or_a_result(case: str) -> None:
    text, expected = SIZES[case]
    since = time.process_time()
    file = read_text(text)
    for scenario in file.scenarios[:1]:
        assert run(scenario)
    if len(text) < 600_000:
        assert format_text(text)
    assert time.process_time() - since < MOST_SECONDS
    assert expected in problems(file)
    assert bool(expected) == bool(file.problems)
    assert len(file.problems) <= MOST_PROBLEMS + 1
    for problem in file.problems:
        assert max(map(len, problem.show().splitlines())) < 1000


@pytest.mark.parametrize("game", scenarios.games_with_scenarios())
def test_what_the_benchmark_measures_is_a_thousand_scenarios_of_eight_lines(tmp_path: Path, game: str) -> None:
    path = tmp_path / "many.ludex"
    scenarios.write(path, game)
    blocks = path.read_text(encoding="utf-8").split("\n\n")[1:]
    assert len(blocks) == scenarios.SCENARIOS == 1000
    assert {len(block.strip().splitlines()) for block in blocks} == {scenarios.LINES_A_SCENARIO} == {8}
    file = read_file(path)
    assert file.problems == ()
    assert len(file.scenarios) == scenarios.SCENARIOS


def test_a_file_of_10_mb_is_not_even_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.ludex"
    with path.open("wb") as file:
        file.truncate(10 << 20)
    assert "this one has 10.0 MB" in problems(read_file(path))
    assert main(["run", str(path)]) == 2
    assert main(["fmt", str(path)]) == 2
    assert "a file of at most 4 MB" in capsys.readouterr().out
