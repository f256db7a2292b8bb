"""A campaign: slips chosen by a seed, each judged by its tests in a copy; what is done is kept, so that it goes on."""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

import msgspec

from ludex.wording import is_argued
from tests.judge_power.copies import CAGE, Copy
from tests.judge_power.covering import Covering, cover, files_of, read_covering
from tests.judge_power.rooms import ROOMS, ROOT
from tests.judge_power.slips import Site, sites
from tests.judge_power.trial import KILLED, LATE, STILLBORN, SURVIVED, UNTESTED, Outcome, tests_for, tried

KILLERS = Path(__file__).with_name("killers.json")
LIST = Path(__file__).with_name("equivalent.toml")
EQUIVALENT = "equivalent"
COLUMNS = (KILLED, LATE, SURVIVED, UNTESTED, EQUIVALENT, STILLBORN)
AT_MOST = 0.03


def main(words: Sequence[str] | None = None) -> int:
    """Run a campaign; 1 if a slip lives that no argument explains, or the list is out of order."""
    options = _options(words)
    if subprocess.run([*CAGE, "true"], check=False).returncode:
        raise SystemExit("Slips in what ends processes are tried apart from all others: this needs `unshare` of Linux.")
    every = sites()
    arguments = equivalents()
    faults = [*_faults(arguments, every)]
    kept = _read(options.journal)
    chosen = _chosen(every, options)
    waiting = [site for site in chosen if options.again or site.hash not in kept]
    folder = options.journal.parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ludex-slips-") as room:
        for outcome in _campaign(waiting, options, Path(room)):
            kept[outcome.hash] = outcome
            with options.journal.open("ab") as journal:
                journal.write(msgspec.json.encode(outcome) + b"\n")
            print(
                f"{outcome.outcome:10} {outcome.hash} {outcome.seconds:6.1f} s  {outcome.where}  {outcome.operator}",
                flush=True,
            )
    outcomes = [_argued(kept[site.hash], arguments) for site in chosen if site.hash in kept]
    if options.keep:
        _keep(outcomes, every)
    print("\n".join(table(outcomes, len(every))))
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults or any(one.outcome in (SURVIVED, UNTESTED) for one in outcomes) else 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.judge_power", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many slips (0: all)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="which sample (1)")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="+", metavar="HASH", help="these slips, or those of files that are named so")
    parser.add_argument("--enough", type=float, default=60.0, metavar="S", help="seconds of tests for each (60)")
    parser.add_argument("--again", action="store_true", help="ask again what the journal knows")
    parser.add_argument("--cover", nargs="+", metavar="TEST", help="find anew what these tests run")
    parser.add_argument(
        "--known", action="store_true", help="only slips that a test is known to kill, by that test alone"
    )
    parser.add_argument("--keep", action="store_true", help="write down which test killed which slip")
    parser.add_argument("--journal", type=Path, default=ROOT / "build" / "slips.jsonl")
    return parser.parse_args(words)


def known_killers() -> dict[str, str]:
    """For slips of earlier campaigns the test that killed each."""
    found: dict[str, str] = json.loads(KILLERS.read_text(encoding="utf-8")) if KILLERS.exists() else {}
    return found


def _keep(outcomes: Iterable[Outcome], every: Sequence[Site]) -> None:
    killers = {
        **known_killers(),
        **{one.hash: one.by for one in outcomes if one.outcome == KILLED and one.by.startswith("tests/")},
    }
    there = {site.hash for site in every}
    left = {name: test for name, test in sorted(killers.items()) if name in there}
    KILLERS.write_text(json.dumps(left, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def _chosen(every: Sequence[Site], options: argparse.Namespace) -> list[Site]:
    if options.only:
        return [site for site in every if any(site.hash == name or name in str(site.file) for name in options.only)]
    if options.known:
        killers = known_killers()
        every = [site for site in every if site.hash in killers]
    drawn = sorted(every, key=lambda site: sha256(f"{options.seed} {site.hash}".encode()).digest())
    return drawn[: options.sample or None]  # which stays the same while other code changes


def _campaign(waiting: Sequence[Site], options: argparse.Namespace, room: Path) -> Iterable[Outcome]:
    if not waiting:
        return
    copies: SimpleQueue[Copy] = SimpleQueue()
    first = Copy(room / "copy-0")
    made = [first]
    _be_the_same(first, waiting)
    covering, killers = _covering(options, first), known_killers()
    files = {test.partition("::")[0] for test in (*covering.tests, *killers.values())}
    there = first.tests(sorted(file for file in files if (first.folder / file).is_file()))
    made += [Copy(room / f"copy-{number}") for number in range(1, options.jobs)]
    for one in made:
        copies.put(one)

    def work(site: Site) -> Outcome:
        copy, slip = copies.get(), slips[site.hash]
        try:
            return tried(slip, tests_for(slip, covering, killers.get(slip.hash, ""), options.enough, there), copy)
        finally:
            copies.put(copy)

    slips = {site.hash: site.slip() for site in waiting}
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            for done in as_completed([pool.submit(work, site) for site in waiting]):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for one in made:
                one.end()


def _be_the_same(copy: Copy, chosen: Sequence[Site]) -> None:
    """A slip is made of the code that is read; put into other code it would be another."""
    for file, tree in {site.file: site.tree for site in chosen}.items():
        if ast.dump(ast.parse((copy.folder / file).read_text(encoding="utf-8"))) != ast.dump(tree):
            raise SystemExit(f"{file} was changed while the campaign began: begin it again.")


def _covering(options: argparse.Namespace, copy: Copy) -> Covering:
    if options.known:
        return Covering([], [], {})
    path = options.journal.with_name("covering.json")
    found = read_covering(path) if path.exists() else Covering([], [], {})
    known = {test.partition("::")[0] for test in found.tests}
    anew = files_of(copy.folder, options.cover or [])
    for file in [*anew, *(file for file in files_of(copy.folder) if file not in {*known, *anew})]:
        found = found.joined(cover(copy, [file]))  # kept after each, so that this goes on, too, where it was ended
        found.save(path)
    return found


def _read(journal: Path) -> dict[str, Outcome]:
    lines = journal.read_bytes().splitlines() if journal.exists() else []
    return {one.hash: one for one in (msgspec.json.decode(line, type=Outcome) for line in lines)}


def equivalents() -> dict[str, str]:
    """The argument for each slip that nobody could notice."""
    return {
        entry["slip"]: entry["why"] for entry in tomllib.loads(LIST.read_text(encoding="utf-8")).get("equivalent", [])
    }


def _faults(arguments: dict[str, str], every: Sequence[Site]) -> Iterable[str]:
    known = {site.hash for site in every}
    for name, why in arguments.items():
        if name not in known:
            yield f"{name} is stale: the code has changed; look at it anew"
        if not is_argued(why):
            yield f"{name} is not argued: say in a sentence why nobody can tell"


def _argued(outcome: Outcome, arguments: dict[str, str]) -> Outcome:
    lives = outcome.outcome in (SURVIVED, UNTESTED)
    return msgspec.structs.replace(outcome, outcome=EQUIVALENT) if lives and outcome.hash in arguments else outcome


def table(outcomes: Sequence[Outcome], of: int) -> Iterable[str]:
    """The account for people: a line for each room, the sum, and every survivor with its place."""
    rooms = {room: Counter(one.outcome for one in outcomes if f"/{room}/" in one.where) for room in ROOMS}
    whole = Counter(one.outcome for one in outcomes)
    for one in outcomes:
        if one.outcome in (SURVIVED, UNTESTED):
            yield f"\n{one.outcome} {one.hash}  {one.where}  {one.operator} ({one.tests} tests)\n{one.diff}"
    yield f"\n{len(outcomes)} of {of} slips"
    yield f"{'room':10} " + " ".join(f"{name:>10}" for name in COLUMNS)
    for room, counts in (*rooms.items(), ("in all", whole)):
        yield f"{room:10} " + " ".join(f"{counts[name] or '':>10}" for name in COLUMNS)
    able = len(outcomes) - whole[STILLBORN] - whole[EQUIVALENT]
    dead = whole[KILLED] + whole[LATE]
    if able:
        yield f"{dead / able:.1%} of {able} slips that could be noticed are"


if __name__ == "__main__":
    os.environ.pop("PYTEST_ADDOPTS", None)
    sys.exit(main())
