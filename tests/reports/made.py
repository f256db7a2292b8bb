"""Results that no run gave: any verdicts, and strings as an enemy would write them."""

from collections import Counter
from collections.abc import Sequence

from ludex.judge.expected import Stale
from ludex.judge.likeness import RulesShown
from ludex.judge.score import conclude
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD
from ludex.protocol.messages import Identity
from ludex.report.results import Expectations, Result, Results, SuiteName, Times
from ludex.vectors.selection import clause_group


def results(of: Sequence[Result], game: str = "nim", manifest: str = "0123456789abcdef", **other: object) -> Results:
    """Results of one setting that hold just these vectors, and say nothing in sum that they do not say."""
    fields: dict[str, object] = {
        "engine": Identity("made", "1"),
        "notes": (),
        "stopped": "",
        "log": "",
        "settings": (Setting("one", {"max": "three"}),),
        "interrupted": False,
        **other,
    }
    expected = other.get("expected")
    stale = expected.stale if isinstance(expected, Expectations) else ()
    finished = [result for result in of if not result.unfinished]
    failing = Counter(clause for result in finished if result.verdict in BAD for clause in result.clauses)
    return Results(
        format=1,
        ludex="0",
        suite=SuiteName(game, "toy", manifest),
        command=("made",),
        independent=True,
        anonymous=False,
        score=conclude(
            Counter(result.verdict for result in finished),
            bool(fields["interrupted"]),
            unfinished=Counter(result.verdict for result in of if result.unfinished),
            stale=len(stale),
            fault=str(fields.get("fault", "")),
        ),
        groups=groups(finished),
        clauses={clause: (0, many) for clause, many in failing.items()},
        results=tuple(of),
        host={"system": "Linux"},
        times=Times(0.0, None, 1.5),
        **fields,  # type: ignore[arg-type]
    )


def groups(of: Sequence[Result]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for result in of:
        for group in {clause_group(clause) for clause in result.clauses}:
            tally = counts.setdefault(group, {})
            tally[result.verdict] = tally.get(result.verdict, 0) + 1
    return counts


def forged(text: str) -> Results:
    """Results with this text wherever a text may stand."""
    bad = Result(f"a{text}@one", 0, "fail", text, text, text, text, text, (text,), False, text, (text,), text)
    aside = Result(f"b{text}@one", 0, "unsupported", message=text)
    return results(
        [bad, aside, Result("c@one", 0, "error", "crash", text)],
        engine=Identity(text, text, text),
        notes=(text,),
        stopped=text,
        log=text,
        settings=(Setting("one", {text: text}, {text: text}),),
        expected=Expectations(text, 1, (Stale(text, text),)),
        shown=(RulesShown(0, text, text, text, 1, 1, 1, True, (text,), (text,)),),
        against=Identity(text, text, text),
        fault=text,
    )
