"""A file of many scenarios, no two alike, and how long it takes to read, play and report them."""

import contextlib
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

from ludex.scenario.lines import ScenarioLine, lines_of
from ludex.where import spec

SCENARIOS = 1000
LINES_A_SCENARIO = 8
GOAL_SECONDS = 1.5
KEYSTROKE_SCENARIOS, KEYSTROKE_GOAL_SECONDS = 300, 0.05


def games_with_scenarios() -> list[str]:
    """The games of which short scenarios ship."""
    return sorted(folder.parent.name for folder in spec().glob("*/scenarios") if any(_short(folder.parent.name)))


def write(path: Path, game: str, scenarios: int = SCENARIOS) -> None:
    """A file of scenarios of eight lines each: those that ship for a game, in turn, cut down or filled up."""
    chosen = list(_short(game))
    made = [f"game {game}\n"]
    for number in range(scenarios):
        name, *parts = chosen[number % len(chosen)]
        filling = [f"  why    scenario {number}"] * (LINES_A_SCENARIO - 1 - len(parts))
        made.append("\n".join([re.sub('"$', f' {number}"', name), *filling, *parts, ""]))
    path.write_text("\n".join(made), encoding="utf-8")


def _short(game: str) -> Iterator[list[str]]:
    return (one for one in _shipped_scenarios(game) if len(one) <= LINES_A_SCENARIO)


def _shipped_scenarios(game: str) -> Iterator[list[str]]:
    """The lines of each scenario that ships for a game, of any edition and with the default readings."""
    for path in sorted((spec() / game / "scenarios").glob("*.ludex")):
        text = path.read_text(encoding="utf-8")
        if re.search("^(background|outline|include)|^game.*edition", text, re.MULTILINE):
            continue
        for block in text.split("\n\n"):
            if block.startswith("scenario"):
                yield [line for line in block.splitlines() if not line.lstrip().startswith("--")]


def seconds(path: Path) -> float:
    """From the file's name to the end of the report, in this process; no sentence is remembered from before."""
    from ludex.cli import main
    from ludex.scenario import reader

    reader.forget()
    since = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = main(["run", str(path)])
    assert status == 0, out.getvalue()[-2000:]
    return time.perf_counter() - since


def bare_seconds(path: Path) -> float:
    """For reading the lines of the file, and telling keywords from bodies, alone."""
    since = time.perf_counter()
    lines = [line for line in lines_of(path.read_text(encoding="utf-8")) if isinstance(line, ScenarioLine)]
    assert len(lines) >= SCENARIOS * LINES_A_SCENARIO
    return time.perf_counter() - since


def keystrokes(path: Path) -> tuple[list[float], int]:
    """Seconds that a letter more takes an editor to read, for some of them, and the most scenarios read anew."""
    from ludex.editor.blocks import BlockReader, warm_up

    text = "".join(re.split("(?m)^(?=scenario)", path.read_text(encoding="utf-8"))[: KEYSTROKE_SCENARIOS + 1])
    reader, took, anew = BlockReader(), [], 0
    warm_up()
    reader.read(text, str(path))
    for found in [*re.finditer("(?m)^  when", text)][:: -KEYSTROKE_SCENARIOS // 20]:  # the last of them first
        since = time.perf_counter()
        text = f"{text[: found.end()]} x{text[found.end() :]}"
        anew = max(anew, reader.read(text, str(path)).anew)
        took.append(time.perf_counter() - since)
    return took, anew
