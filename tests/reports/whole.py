"""Two runs in which everything occurs that a report can tell, and all reports of them as they are to be read.

`python -m tests.reports.whole` writes the reports anew: read the difference before it is committed.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from unittest.mock import patch

import msgspec

from ludex.judge.expected import Stale
from ludex.judge.likeness import RulesShown
from ludex.judge.score import Imaged, conclude
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD, VERDICTS
from ludex.protocol.messages import REFERENCE, Identity
from ludex.report.diff import difference, lines
from ludex.report.diffpage import html as diff_page
from ludex.report.html import html
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.matrix import badge, matrix_of
from ludex.report.matrix import html as matrix_page
from ludex.report.matrix import lines as matrix_lines
from ludex.report.results import Expectations, Imaging, Result, Results, SuiteName, Times
from ludex.report.source import ResultsSource
from ludex.report.terminal import report
from ludex.rulebook import Rulebook, rulebook
from ludex.runner.run import Repeats
from ludex.vectors import open_suite
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite, TableFacts
from tests.reports.made import groups
from tests.reports.seen import seen

GAME = "tactics"
FOLDER = Path(__file__).with_name("whole")
READ_RULEBOOKS = ("causes", "diff", "diffpage", "html", "matrix", "summary")
NO_ANSWERS = ("not-run", "skipped", "not-offered", "unsupported")


@cache
def game_suite() -> Suite:
    return open_suite(GAME)


@cache
def vectors(many: int) -> list[tuple[Topic, Vector]]:
    """The first vectors of each topic that hold under the default readings."""
    suite = game_suite()
    usual = suite.facts(suite.editions[0]).defaults()
    topics = sorted(suite.topics(suite.editions[0]), key=lambda topic: topic.topic)
    held = ([one for one in topic.vectors if one.holds_under(usual)][:many] for topic in topics)
    return [(topic, vector) for topic, found in zip(topics, held, strict=True) for vector in found]


def judged(number: int, topic: Topic, vector: Vector, verdict: str) -> Result:
    """A result that says all that one of this verdict can say."""
    if verdict == "pass":
        return Result(full_id(vector, topic.edition), 0, verdict)
    bad = verdict in BAD
    got = {"fail": '{"unreadable":{"broken":["TAC-ACT-3"]}}', "flaky": '{"position":null}'}.get(verdict, "")
    return Result(
        full_id(vector, topic.edition),
        number % 2,
        verdict,
        cause={"error": ("crash", "garbage")[number % 2], "flaky": "timeout"}.get(verdict, ""),
        message=f"why it is {verdict}" + f", number {number}" * (bad and number % 3 == 0),
        got=got,
        kind=topic.kind,
        topic=topic.topic,
        clauses=() if verdict in NO_ANSWERS else tuple(vector.clauses),
        unfinished=number % 11 == 10,
        reason="a reason" if verdict in ("expected-fail", "unexpected-pass") else "",
        like=("attacker-after-move=stays",) if verdict == "fail" else (),
        fell=verdict == "error" and number % 2 == 0,
    )


def full(shift: int = 0, **other: object) -> Results:
    """Every verdict, in turn from the ``shift``-th on, of two settings."""
    suite = game_suite()
    edition = suite.editions[0]
    usual = suite.facts(edition).defaults()
    results = [
        judged(number, topic, vector, VERDICTS[(number + shift) % len(VERDICTS)])
        for number, (topic, vector) in enumerate(vectors(2))
    ]
    entry, choices = next(iter(suite.facts(edition).readings.items()))
    flipped = {entry: next(one for one in choices.choices if one != usual[entry])}
    clauses = {clause for result in results for clause in result.clauses}
    count = {
        clause: (number % 3, sum(clause in one.clauses and one.verdict in BAD for one in results))
        for number, clause in enumerate(sorted(clauses))
    }
    fields: dict[str, object] = {
        "format": 1,
        "ludex": "0.0",
        "suite": SuiteName(GAME, "1", "0123456789abcdef"),
        "engine": Identity("made", "1.2", "Java"),
        "command": ("java", "-jar", "an engine.jar"),
        "independent": True,
        "anonymous": True,
        "settings": (Setting(edition, usual), Setting(edition, {**usual, **flipped}, flipped)),
        "score": conclude(
            Counter(one.verdict for one in results if not one.unfinished),
            unfinished=Counter(one.verdict for one in results if one.unfinished),
            stale=14,
            images=Imaged(3, 4),
        ),
        "groups": dict(sorted(groups(results).items())),
        "clauses": count,
        "results": tuple(results),
        "notes": ("a first note", "a second note"),
        "stopped": "it ended before its time",
        "log": "\n".join(f"line {number} of the log" for number in range(14)),
        "interrupted": False,
        "host": {"system": "Linux", "cores": "2"},
        "times": Times(1_700_000_000.0, 1_700_000_001.0, 1_700_000_012.34, restarts=3, remarks=("a remark",)),
        "expected": Expectations(
            "expected.toml", 20, tuple(Stale(f"gone-{n}@{edition}", "no more") for n in range(14))
        ),
        "shown": (
            RulesShown(
                0, entry, usual[entry], flipped[entry], 4, 5, 0, False, tuple(f"like-{n}" for n in range(8)), (), 2
            ),
            RulesShown(
                1, "edition", edition, "another", 4, 5, 6, True, ("like",), tuple(f"unlike-{n}" for n in range(8))
            ),
        ),
        "images": Imaging(("mirror", "players"), {f"reason {n}": 14 - n for n in range(14)}),
        "repeats": Repeats(9, 2),
        **other,
    }
    return Results(**fields)  # type: ignore[arg-type]


def plain() -> Results:
    """A run of which there is next to nothing to say."""
    (topic, vector), *_ = vectors(1)
    result = Result(full_id(vector, topic.edition), 0, "pass")
    empty = {"engine": None, "anonymous": False, "notes": (), "stopped": "", "log": "", "expected": None, "shown": ()}
    whole = full(**empty, groups={}, clauses={}, results=(result,), score=conclude({"pass": 1}))
    return msgspec.structs.replace(
        whole, settings=whole.settings[:1], images=msgspec.UNSET, repeats=msgspec.UNSET, times=Times(0.0, None, 1.0)
    )


def odd() -> Results:
    """A run of the reference in which nothing passes, of vectors that are not here and say little."""
    log = "a log of a run that ended"
    found = (
        Result(
            "no-such@v1", 0, "fail", message="", got='{"count": 1}', kind="apply", clauses=("TAC-NIL-1",), want="{}"
        ),
        Result("no-such@v1", 1, "error", "timeout", "it is late", fell=True),
        Result("no-such~mirror@v1", 0, "skipped"),
    )
    ours = Identity(REFERENCE, "0.0", "Python")
    images = Imaging((), {"no symmetry": 1})
    whole = full(engine=ours, stopped="", log=log, independent=False, results=found, groups=groups(found), shown=())
    counts = conclude(Counter(one.verdict for one in found), images=Imaged(1, 1))
    return msgspec.structs.replace(
        whole, clauses={"TAC-NIL-1": (0, 1)}, images=images, repeats=Repeats(0, 3), expected=None, score=counts
    )


def narrow(**other: object) -> Results:
    """A run of an engine that is not for everything, by a table of somebody's own, of malformed input, too."""
    whole = full(2, images=msgspec.UNSET, repeats=msgspec.UNSET, expected=None)
    found = tuple(
        msgspec.structs.replace(
            one,
            malformed=number % 3 == 0,
            contradicts=("TAC-MOV-1", "TAC-NIL-1") if one.verdict == "fail" and number % 2 else (),
        )
        for number, one in enumerate(whole.results)
    )
    counted = [one for one in found if not one.unfinished]
    score = conclude(
        Counter(one.verdict for one in counted),
        malformed=Counter(one.verdict for one in counted if one.malformed),
        free=7,
        sides=5,
    )
    gaps: tuple[dict[str, int], tuple[str, ...]] = ({"topic-b": 3, "topic-a": 1}, ("a.ludex:3", "a.ludex:9"))
    table = TableFacts(whole.settings[0].edition, "ab" * 32, "my table.toml", *gaps)
    promises, lists = ("reachable", "no-reasons"), {"type": ["MOVE", 7], "part": []}
    usual, flipped = whole.settings
    fields: dict[str, object] = {
        "results": found,
        "score": score,
        "suite": SuiteName(GAME, "1", "0123456789abcdef", table),
        "promises": promises,
        "lists": lists,
        "settings": (
            msgspec.structs.replace(usual, called="theirs"),
            msgspec.structs.replace(flipped, undeclared="no"),
        ),
        "times": msgspec.structs.replace(whole.times, jobs=3, resumed=True),
    }
    return msgspec.structs.replace(whole, **{**fields, **other})


def runs() -> dict[str, Results]:
    """The runs of which there is a report in every format."""
    pair = full(3, against=Identity("other", "7"), against_command=("other", "engine"), fault="a broken file")
    return {"full": full(), "pair": pair, "plain": plain(), "odd": odd(), "narrow": narrow(), "wide": wide()}


def wide() -> Results:
    """The same engine once it is for more, by vectors of somebody's own, of which none is malformed."""
    suite = SuiteName(GAME, "1", "0123456789abcdef", folder="a folder")
    score = conclude({"pass": 3, "not-offered": 2}, malformed={"not-offered": 2}, free=1)
    return narrow(suite=suite, promises=(), lists={}, score=score)


def reports() -> dict[str, list[str]]:
    """Each report by the name of its file, for a page of a hundred columns, whatever the rulebook says today."""
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, COLUMNS="100"))
        stack.enter_context(patch("ludex.report.pagemaking.version", lambda: "0.0"))
        for module in READ_RULEBOOKS:
            stack.enter_context(patch(f"ludex.report.{module}.rulebook", plain_rulebook))
        return dict(_reports())


def plain_rulebook(game: str) -> Rulebook:
    """The clauses of a game, with words that do not change."""
    words = {
        "title": "The title of {}",
        "sentence": "The sentence of {} must `hold`.",
        "section": "What begins with {}",
    }
    return {
        name: msgspec.structs.replace(
            clause, level="must", **{field: text.format(name) for field, text in words.items()}
        )
        for name, clause in rulebook(game).items()
    }


def _reports() -> Iterator[tuple[str, list[str]]]:
    suite, made_runs = game_suite(), runs()
    whole = made_runs["full"]
    for name, results in made_runs.items():
        yield f"{name}.txt", list(report(results, suite, 6))
        if name == "wide":
            continue
        yield f"{name}.xml", list(junit(results, suite, 3))
        yield f"{name}.md", list(markdown(results, suite, 3))
        drawn, remark = (0, "a word beforehand") if name == "pair" else (2, "")
        yield f"{name}.page", seen(html(results, suite, drawn, remark))
    other = full(1, suite=SuiteName(GAME, "2", "fedcba9876543210"), engine=None, stopped="", interrupted=True)
    least, fewer = plain(), msgspec.structs.replace(whole, results=whole.results[4:], stopped="")
    older = msgspec.structs.replace(fewer, suite=other.suite)
    made = {"old": whole, "new": other, "same": full(1), "plain": least, "fewer": fewer, "older": older}
    made |= {"narrow": made_runs["narrow"], "wide": made_runs["wide"]}
    source = {name: ResultsSource(Path(name), results, suite) for name, results in made.items()}
    pairs = ("old new", "old same", "same old", "old old", "plain plain", "old fewer", "fewer old", "old older")
    pairs += ("narrow wide", "wide narrow")
    for one, two in (pair.split() for pair in pairs):
        found = difference(source[one], source[two])
        yield f"diff-{one}-{two}.txt", list(lines(source[one], source[two], found, 1))
        if f"{one} {two}" in ("old new", "old fewer", "narrow wide"):
            yield f"diff-{one}-{two}.page", seen(diff_page(source[one], source[two], found, 2))
    side_by_side = matrix_of([*source.values()])
    yield "matrix.txt", list(matrix_lines(side_by_side))
    yield "matrix-all.txt", list(matrix_lines(side_by_side, whole=True))
    yield "badges.svg", [line for results in made_runs.values() for line in badge(results).splitlines()]
    yield "matrix.page", seen(matrix_page(side_by_side))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, told in reports().items():
        (FOLDER / name).write_text("\n".join(told) + "\n", encoding="utf-8")
