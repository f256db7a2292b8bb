"""`python -m ludex.bench`: rates of the judge, the time to the first verdict, and legal lists of the references.

`python -m ludex.bench --hostile` tries the hostile engines of the tests instead. Both are of a checkout: what is
installed has no benchmarks.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ludex import where
from ludex.bench import canned, fuzzing, scenarios, waiting
from ludex.bench.material import Material, material
from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.settings import RulesAsked, Setting, settings
from ludex.protocol.messages import WINDOW, GameOffer, initialize
from ludex.protocol.schema import wire_of
from ludex.runner.checking import check
from ludex.runner.examples import examples, lacking
from ludex.runner.limits import Limits
from ludex.runner.process import Process
from ludex.runner.run import Order
from ludex.seam import reference_of
from ludex.support import support_of
from ludex.vectors.suite import available, open_suite
from ludex.wording import quantity

ROUNDS = 5
FUZZ_ROUNDS = 3
FUZZ_GOAL = 1.5
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ludex.bench", description="How fast, and how safe, the judge is.")
    parser.add_argument("--hostile", action="store_true", help="try the hostile engines of the tests")
    if parser.parse_args().hostile:
        from ludex.bench.hostile import bench

        return bench()
    _bench()
    return 0


def _bench() -> None:
    game = where.games()[-1] if where.games() else ""
    print(f"medians of {ROUNDS}; {os.cpu_count()} cores; Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        for operation, distinct, copies, goal in (("apply", 20_000, 5, 50_000), ("legal", 200, 100, 20_000)):
            made = material(Path(folder) / operation, game, operation, distinct, copies)
            _rates(operation, made, goal)
    _first_verdicts()
    _fuzzing()
    for name in where.games():
        _reference(name)
    _scenarios()
    for line in waiting.lines():
        print(line)


def _rates(operation: str, made: Material, goal: int) -> None:
    judged, bare = zip(*[(_judging_rate(made), _bare(made)) for _ in range(ROUNDS)], strict=True)
    ours, limit = statistics.median(judged), statistics.median(bare)
    print(
        f"{operation} vectors judged: {ours:,.0f}/s (asked: {goal:,}); bare echo of the same bytes: {limit:,.0f}/s",
        end="",
    )
    print(f"; ratio {ours / limit:.2f}")


def _command(made: Material) -> tuple[str, ...]:
    return (sys.executable, str(canned.__file__), str(made.answers))


def _judging_rate(made: Material) -> float:
    """Vectors a second from the first verdict to the last, with deadlines, restarts, caps and a journal in place."""
    times: list[float] = []
    count = made.vectors

    def watch(index: int, _: int) -> None:
        if index == 0 or index == count - 1:
            times.append(time.perf_counter())

    run = check(Order(made.game, _command(made), root=made.root, journal=made.root / "journal"), watch)
    assert run.score().status == 0, run.score().sentence
    return (count - 1) / (times[-1] - times[0])


def _bare(made: Material) -> float:
    """The same requests and answers through the same pipes, with nothing but lines being counted."""
    requests = list(_requests(made))
    process = Process(_command(made), Limits())
    process.send(initialize(0))
    while not process.wait(1.0):
        pass
    since, sent, done = time.perf_counter(), WINDOW, 0
    process.send(b"".join(requests[:WINDOW]))
    while done < len(requests):
        came = len(process.wait(1.0))
        done += came
        process.send(b"".join(requests[sent : sent + came]))
        sent += came
    rate = len(requests) / (time.perf_counter() - since)
    process.end()
    return rate


def _requests(made: Material) -> Iterator[bytes]:
    suite = open_suite(made.game, made.root)
    setting: Setting = settings(suite, GameOffer([]), RulesAsked())[0]
    topic = next(suite.topics(made.edition))
    frame = Frame(topic, setting, 0, wire_of(made.game))
    for number, vector in enumerate(topic.vectors, 1):
        yield ScheduledVector(number, vector, frame).request(number)


def _first_verdicts() -> None:
    """From the start of the command to the first verdict, on the shipped vectors."""
    engines = [(one.name, one.game, one.run) for one in examples() if not lacking(one)]
    engines += [("reference", game, (*LUDEX, "engine")) for game in available()]
    for name, game, command in engines:
        if game in available():
            times = [_first_verdict(game, command) for _ in range(ROUNDS)]
            came = [one for one in times if one is not None]
            told = f"{statistics.median(came):.2f} s" if came else "none came"
            print(f"start to first verdict, {game}, engine {name}: {told} (asked: 0.40)")


def _first_verdict(game: str, command: tuple[str, ...]) -> float | None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results.json"
        words = ["check", "--game", game, "--max-failures", "1", "--json", str(out), "--", *command]
        since = time.time()
        subprocess.run([*LUDEX, *words], stdout=subprocess.DEVNULL, check=False)
        first: float | None = json.loads(out.read_text())["times"]["firstVerdict"] if out.is_file() else None
        return None if first is None else first - since


def _fuzzing() -> None:
    """Comparisons a second of `ludex fuzz`, beside the time that engine and reference need by themselves."""
    for one in examples():
        if not lacking(one) and one.game in available():
            made = [fuzzing.rates(one.game, one.run) for _ in range(FUZZ_ROUNDS)]
            rate = statistics.median(each.questions / each.fuzzing.waited for each in made)
            ratio = statistics.median(each.ratio for each in made)
            whole = statistics.median(each.ratio_with_start for each in made)
            work = statistics.median(each.ratio_of_work for each in made)
            told = f"{ratio:.2f} times as long as engine and reference need one after the other (asked: {FUZZ_GOAL})"
            told += f", {whole:.2f} with the start; {work:.2f} times their seconds of the processor"
            print(f"fuzzing of {one.game}, engine {one.name}: {rate:,.0f} comparisons/s; {told}")


def _reference(name: str) -> None:
    """Legal lists a second of the start, in the reference, with recording built in and off."""
    game = reference_of(name)
    rules = game.REGISTER.rules(game.REGISTER.editions[0])
    start = game.start(rules)
    rate = statistics.median(_calls(lambda: game.legal(start, rules)) for _ in range(ROUNDS))
    print(f"legal lists of the start by the reference of {name}: {rate:,.0f}/s")
    if rates := support_of(name).rates:
        for line in rates.lines(rules):
            print(line)


def _scenarios() -> None:
    """Many scenarios read, played and reported, beside the time that reading their lines takes alone."""
    for game in scenarios.games_with_scenarios():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "many.ludex"
            scenarios.write(path, game)
            played, bare = zip(
                *[(scenarios.seconds(path), scenarios.bare_seconds(path)) for _ in range(3)], strict=True
            )
            letters, anew = scenarios.keystrokes(path)
        many = f"{scenarios.SCENARIOS:,} scenarios of {scenarios.LINES_A_SCENARIO} lines"
        what = f"{many} of {game} read, played and reported"
        ours, limit = statistics.median(played), statistics.median(bare)
        print(f"{what}: {ours:.2f} s (asked: {scenarios.GOAL_SECONDS}); reading the lines alone: {limit:.2f} s")
        goal = f"asked: {scenarios.KEYSTROKE_GOAL_SECONDS * 1000:.0f}"
        what = f"a letter more in {scenarios.KEYSTROKE_SCENARIOS} of them, in an editor"
        usual, worst = (round(1000 * seconds) for seconds in (statistics.median(letters), max(letters)))
        print(f"{what}: {usual} ms, at the worst {worst} ({goal}); read anew: {quantity(anew, 'scenario')}")


def _calls(work: Callable[[], object], seconds: float = 0.5) -> float:
    since, count = time.perf_counter(), 0
    while time.perf_counter() - since < seconds:
        work()
        count += 1
    return count / (time.perf_counter() - since)


if __name__ == "__main__":
    sys.exit(main())
