"""A table of one's own brings its own words, which are known once it is added."""

import json
import subprocess
import sys
from pathlib import Path

from ludex.where import spec

DRAGON = {
    "id": "dragon",
    "letter": "F",
    "card": 23,
    "attack": "normal",
    "value": 3,
    "defense": 9,
    "speed": 3,
    "range": 1,
    "cost": 9,
    "rebate": 4,
    "keywords": ["flying"],
}
SCENARIO = """game minions edition mine

scenario "a dragon"
  given  yellow to move, yellow necromancer at c2, blue necromancer at h7, yellow dragon at e2, blue has teched dragon
  when   move e2 -> h2
  then   yellow dragon at h2 moved 3, 2 . . N . . . . F . ., cards SPWGTHKXAUJVMLOCRQBEYDF
"""


def test_a_scenario_speaks_of_the_units_of_its_table(tmp_path: Path) -> None:
    table = json.loads((spec() / "minions" / "data" / "initiate.json").read_text(encoding="utf-8"))
    table |= {"edition": "mine", "units": [*table["units"], DRAGON]}
    (tmp_path / "mine.json").write_text(json.dumps(table), encoding="utf-8")
    (tmp_path / "dragon.ludex").write_text(SCENARIO, encoding="utf-8")
    with_table = _run("--table", f"minions={tmp_path / 'mine.json'}", "run", str(tmp_path / "dragon.ludex"))
    assert with_table.returncode == 0, with_table.stdout + with_table.stderr
    without = _run("run", str(tmp_path / "dragon.ludex"))
    assert without.returncode == 2
    assert "expected a unit such as `zombie`" in without.stdout + without.stderr


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from ludex.cli import main; raise SystemExit(main())"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
