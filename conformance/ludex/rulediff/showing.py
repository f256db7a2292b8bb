"""Scenarios by the rules of one tree: `python -m ludex.rulediff.showing FILE…` tells how each came out, as JSON.

It is started with the tree's own rules first on the path, as those that answer questions are.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ludex.fault import Fault
from ludex.rulediff.fragments import Fragment
from ludex.rulediff.peers import environment_of
from ludex.rulediff.sides import Tree

PASS = "pass"
CANNOT_BE_READ = "cannot be read"
Outcomes = Mapping[str, Mapping[str, str]]  # of each file the scenarios, and how they came out
FORM = "spec/GAME/scenarios/FILE.ludex: NAME"


def locate(root: Path, said: str) -> tuple[Path, str]:
    """The file and the name of a scenario that a declaration gives."""
    file, _, name = said.partition(": ")
    return root / file, name


def outcomes(tree: Tree, files: Iterable[Path]) -> Outcomes:
    """How scenarios come out by the rules of a tree: pass, fail or error; raises Fault where these cannot be run."""
    words = [sys.executable, "-P", "-m", "ludex.rulediff.showing", *map(str, sorted(set(files)))]
    done = subprocess.run(words, env=environment_of(tree), stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise Fault("the rules of one side cannot be run", "Its error is above.")
    told: Outcomes = json.loads(done.stdout)
    return told


def faults_of(root: Path, declared: Fragment, sides: tuple[Outcomes, Outcomes]) -> Iterator[str]:
    """What is wrong with the scenario that is to show a change: it passes now, and did not before."""
    said, scenarios = declared.scenario, root / "spec" / declared.game / "scenarios"
    path, name = locate(root, said)
    before, now = (side.get(str(path), {}).get(name, CANNOT_BE_READ) for side in sides)
    if now == CANNOT_BE_READ or path.parent != scenarios:
        yield f"the scenario {said!r} is not there, or cannot be read (write {FORM})"
    elif now != PASS:
        yield f"the scenario {said!r} does not pass"
    elif before == PASS:
        yield f"the scenario {said!r} passes by the rules of the base, too: it does not show the change"


def propose_scenario(root: Path, game: str, sides: tuple[Tree, Tree], clauses: Iterable[str]) -> str:
    """A scenario that passes now and did not before, if there is one; one that speaks of these clauses first."""
    files = sorted((sides[1].spec / game / "scenarios").glob("*.ludex"))
    before, now = (outcomes(side, files) for side in sides)
    changed = [
        (path, name)
        for path in files
        for name, outcome in now[str(path)].items()
        if outcome == PASS and before[str(path)].get(name) != PASS
    ]
    cited = [(path, name) for path, name in changed if _cites(path, name, {*clauses})]
    return next((f"{path.relative_to(root).as_posix()}: {name}" for path, name in (*cited, *changed)), "")


def _cites(path: Path, name: str, clauses: set[str]) -> bool:
    from ludex.scenario import read_file

    return any(one.name == name and clauses.intersection(one.cites) for one in read_file(path).scenarios)


def _play(path: Path) -> dict[str, str]:
    from ludex.scenario import read_file, run

    try:
        scenarios = read_file(path).scenarios
    except (OSError, Fault):  # there is no such file, or its words are of a game that this tree lacks
        return {}
    played = {one.name: {result.status for result in run(one)} for one in scenarios}
    return {name: PASS if statuses == {PASS} else min(statuses - {PASS}) for name, statuses in played.items()}


if __name__ == "__main__":
    json.dump({path: _play(Path(path)) for path in sys.argv[1:]}, sys.stdout)
