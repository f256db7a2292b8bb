"""What a results file says in sum follows from its list: each thing that could contradict it is told by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ludex.judge.expected import Stale
from ludex.judge.likeness import RulesShown
from ludex.judge.score import Imaged, conclude
from ludex.judge.settings import Setting
from ludex.report.recount import LAST_SECOND, ScoreContradiction, recount
from ludex.report.results import Expectations, Imaging, Result, Results, Times
from tests.reports.made import results

TWO = (Setting("one", {}), Setting("one", {"max": "four"}, {"max": "four"}))
SHOWN = RulesShown(0, "max", "three", "four", 1, 1, 0, False, (), ())
OF = [
    Result("a@one", 0, "fail", clauses=("NIM-A-1", "NIM-A-2", "NIM-B-1")),
    Result("b@one", 0, "error", clauses=("NIM-A-1",)),
    Result("c@one", 0, "pass"),
    Result("c@one", 1, "pass"),
    Result("d@one", 0, "fail", clauses=("NIM-C-1",), unfinished=True),
    Result("e@one", 0, "not-offered"),
    Result("f@one", 0, "skipped", clauses=("NIM-A-1",)),
]
MADE = results(OF, settings=TWO)


LATE = Times(0.0, None, float(LAST_SECOND))
CLAUSES = "the table of clauses says of {} what the list does not"
GROUPS = "the table of clause groups says of {} what the list does not"
ONE_IMAGE = '{"selected":1,"without":0}'
STALE = Expectations("e", 1, (Stale("a", "b"),) * 2)
COUNTED = 'and by the list it is {"pass":2,"fail":1,"error":1,"not-offered":1,"skipped":1}'


def with_clauses(more: dict[str, tuple[int, int]]) -> Results:
    return replace(MADE, clauses={**MADE.clauses, **more})


def with_group(name: str, tally: dict[str, int]) -> Results:
    return replace(MADE, groups={**MADE.groups, name: tally})


def with_score(**other: Any) -> Results:
    return replace(MADE, score=replace(MADE.score, **other))


def contradiction(made: Results) -> str:
    with pytest.raises(ScoreContradiction) as found:
        recount(made)
    return str(found.value)


def listed(*of: Result, **other: Any) -> Results:
    return replace(MADE, results=of, groups={}, clauses={}, **other)


def test_what_follows_from_the_list_is_taken_and_said_in_todays_words() -> None:
    assert recount(MADE) == MADE
    assert recount(replace(MADE, score=replace(MADE.score, sentence="as then"))) == MADE
    told = {
        "clauses": {"NIM-A-1": (2, 2), "NIM-A-2": (0, 1), "NIM-B-1": (0, 1), "NIM-Z-9": (2, 0)},
        "groups": {**MADE.groups, "NIM-A": {**MADE.groups["NIM-A"], "pass": 2, "not-offered": 1}, "NIM-Z": {"pass": 1}},
    }
    assert recount(replace(MADE, **told)).score == MADE.score


@pytest.mark.parametrize(
    ("made", "told"),
    [
        # -- the list
        (listed(Result("a@one", 2, "pass")), "a@one has no setting"),
        (listed(Result("a@one", -1, "pass")), "a@one has no setting"),
        (listed(Result("a" * 81, 2, "well")), f"{'a' * 80}... has no setting"),
        (listed(Result("a@one", 1, "well")), "no verdict is called well"),
        (listed(Result("a@one", 1, "w" * 41)), f"no verdict is called {'w' * 40}..."),
        (listed(OF[2], OF[3], OF[2]), "c@one is twice in the list"),
        (listed(*[Result("a" * 81, 0, "pass")] * 2), f"{'a' * 80}... is twice in the list"),
        (listed(OF[2], OF[3], settings=(TWO[0], TWO[0])), "c@one is twice in the list"),
        # -- the tables
        (replace(MADE, clauses={}), "the tables leave out NIM-A-1, which is in the list"),
        (listed(OF[0]), "the tables leave out NIM-A-1, which is in the list"),
        (listed(replace(OF[0], clauses=("C" * 41,))), f"the tables leave out {'C' * 40}..., which is in the list"),
        (replace(MADE, groups={}), "the tables leave out NIM-A, which is in the list"),
        (with_clauses({"NIM-A-1": (0, 1)}), CLAUSES.format("NIM-A-1")),
        (with_clauses({"NIM-A-1": (3, 2)}), CLAUSES.format("NIM-A-1")),
        (with_clauses({"NIM-A-1": (-1, 2)}), CLAUSES.format("NIM-A-1")),
        (with_clauses({"NIM-C-1": (0, 1)}), CLAUSES.format("NIM-C-1")),
        (replace(MADE, clauses={"C" * 41: (0, 1)}), CLAUSES.format("C" * 40 + "...")),
        (with_group("NIM-B", {"fail": 2}), GROUPS.format("NIM-B")),
        (with_group("NIM-B", {"fail": 1, "pass": 0}), GROUPS.format("NIM-B")),
        (with_group("NIM-B", {"fail": 1, "pass": 3}), GROUPS.format("NIM-B")),
        (with_group("NIM-B", {"fail": 1, "well": 0}), GROUPS.format("NIM-B")),
        (with_group("B" * 41, {"fail": 1}), GROUPS.format("B" * 40 + "...")),
        # -- the rest
        (replace(MADE, suite=replace(MADE.suite, game="a.b")), "no game is called a.b"),
        (replace(MADE, suite=replace(MADE.suite, game="." * 41), times=LATE), f"no game is called {'.' * 40}..."),
        (replace(MADE, times=Times(-0.1, None, 0.0)), "its times are none"),
        (replace(MADE, times=LATE), "its times are none"),
        (replace(MADE, times=Times(0.0, -0.1, 0.0), shown=(replace(SHOWN, setting=2),)), "its times are none"),
        (replace(MADE, shown=(replace(SHOWN, setting=2),)), "rules are shown under a setting that is none"),
        (replace(MADE, shown=(SHOWN, replace(SHOWN, setting=-1))), "rules are shown under a setting that is none"),
        (replace(MADE, shown=(SHOWN, replace(SHOWN, explains=-1))), "max explains is less than none"),
        (replace(MADE, times=Times(0.0, None, 0.0, restarts=-1)), "restarts is less than none"),
        (replace(MADE, times=Times(0.0, None, 0.0, jobs=-1)), "jobs is less than none"),
        (replace(MADE, images=Imaging((), {"w" * 41: -1})), f"{'w' * 40}... is less than none"),
        # -- the score
        (with_score(counts={"pass": 2}), f'the score\'s `counts` is {{"pass":2}}, {COUNTED}'),
        (with_score(unfinished={}), 'the score\'s `unfinished` is {}, and by the list it is {"fail":1}'),
        (with_score(stale=1), "the score's `stale` is 1, and by the list it is 0"),
        (with_score(images=Imaged(1, 0)), f"the score's `images` is {ONE_IMAGE}, and by the list it is null"),
        (with_score(selected=4), "the score's `selected` is 4, and by the list it is 5"),
        (with_score(status=0), "the score's `status` is 0, and by the list it is 1"),
        (replace(MADE, fault="broken"), "the score's `status` is 1, and by the list it is 2"),
        (replace(MADE, interrupted=True), "the score's `status` is 1, and by the list it is 130"),
        (replace(MADE, expected=STALE), "the score's `stale` is 0, and by the list it is 2"),
        (with_score(counts={"x" * 250: 1}), f'the score\'s `counts` is {{"{"x" * 198}..., {COUNTED}'),
    ],
)  # fmt: skip
def test_what_does_not_follow_is_told_by_its_name(made: Results, told: str) -> None:
    assert contradiction(made) == told


@pytest.mark.parametrize("second", [0.0, float(LAST_SECOND) - 1])
def test_every_second_of_a_calendar_is_one(second: float) -> None:
    times = Times(second, second, second, restarts=0, jobs=0)
    shown = (SHOWN, replace(SHOWN, setting=1, explains=0))
    made = replace(MADE, times=times, shown=shown)
    assert recount(made) == made


# -- images, pairs, and operations that are all required


def scored(of: list[Result], images: Imaged | None, without: dict[str, int] | None, **how: Any) -> Results:
    made = results(of, settings=TWO)
    counts: dict[str, int] = {}
    for one in of:
        counts[one.verdict] = counts.get(one.verdict, 0) + 1
    told = {} if without is None else {"images": Imaging((), without)}
    return replace(made, score=conclude(counts, images=images, **how), **told)


IMAGES = [Result("a~mirror@one", 0, "pass"), Result("b~mirror@one", 0, "not-offered"), Result("c@one", 0, "pass")]


@pytest.mark.parametrize(
    "make",
    [
        lambda: scored(IMAGES, Imaged(1, 0), None),
        lambda: scored(IMAGES, Imaged(1, 5), {"x": 2, "y": 3}),
        lambda: scored(IMAGES, Imaged(2, 0), None, require_all=True),
        lambda: scored(IMAGES[2:], Imaged(0, 0), {}),
        lambda: scored(IMAGES[2:], None, None),
        lambda: scored(IMAGES[2:], None, None, free=2),
    ],
)
def test_images_are_counted_by_their_mark(make: Callable[[], Results]) -> None:
    made = make()
    assert recount(made) == made


def test_of_a_pair_nobody_says_that_they_pass() -> None:
    made = replace(scored(IMAGES[2:], None, None, pair=True), against_command=("other",))
    assert recount(made) == made
    assert "answered alike" in made.score.sentence


def test_of_images_the_count_is_held_against_the_list() -> None:
    made = scored(IMAGES, Imaged(2, 0), None)
    assert contradiction(made) == (
        'the score\'s `images` is {"selected":2,"without":0}, and by the list it is {"selected":1,"without":0}'
    )
