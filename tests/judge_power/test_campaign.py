"""The campaign against the judge's own code: what it changes, and that its lists are in order."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from coverage import CoverageData

from ludex.wording import is_argued
from tests.guards import at_least_one
from tests.judge_power.__main__ import equivalents, known_killers, table
from tests.judge_power.covering import Covering, _ran, functions_by_line
from tests.judge_power.operators import constants_of
from tests.judge_power.rooms import ROOMS, ROOT, TESTS, sources
from tests.judge_power.slips import Site, of_file, sites
from tests.judge_power.trial import KILLED, SURVIVED, Outcome

CODE = """
PASS, FAIL = "pass", "fail"


def judged(got, want, least=0):
    if got is None:
        raise ValueError("an answer is due")
    note(got, loud=True)
    return PASS if max(got, least) < want else FAIL
"""


@pytest.fixture(scope="module")
def every() -> list[Site]:
    """All slips, for as long as these tests last: they hold the tree of each file."""
    return sites()


def made(text: str) -> list[Site]:
    return list(of_file(Path("judge.py"), ast.parse(text)))


def test_every_room_has_slips_and_each_its_name(every: list[Site]) -> None:
    assert {path.parts[2] for path in sources()} == set(ROOMS)
    assert len(every) > 10_000
    assert max(Counter(site.hash for site in every).values()) == 1


def test_each_slip_changes_its_file_and_can_be_read(every: list[Site]) -> None:
    for site in at_least_one(every[::199]):
        before = ast.unparse(site.tree)
        slip = site.slip()
        assert slip.text != before, slip.where
        assert {line[0] for line in slip.diff.splitlines()} & {"+", "-"}
        compile(slip.text, slip.file, "exec")
        assert ast.unparse(site.tree) == before


@pytest.mark.parametrize(
    ("operator", "line"),
    [
        ("another constant", "return FAIL if max(got, least) < want else FAIL"),
        ("another constant", "return PASS if max(got, least) < want else PASS"),
        ("min or max, any or all", "return PASS if min(got, least) < want else FAIL"),
        ("shift a bound", "return PASS if max(got, least) <= want else FAIL"),
        ("negate a condition", "return PASS if not max(got, least) < want else FAIL"),
        ("drop an argument", "return PASS if max(got) < want else FAIL"),
        ("forget a reset", "note(got)"),
        ("flip a constant", "note(got, loud=False)"),
        ("forget a case", "if False:"),
        ("forget a statement", "pass"),
    ],
)
def test_the_slips_that_people_make_are_among_them(operator: str, line: str) -> None:
    slips = [site.slip() for site in made(CODE)]
    assert (operator, f"+    {line}") in {
        (slip.operator, added.rstrip()) for slip in slips for added in slip.diff.splitlines() if added.startswith("+")
    } | {(slip.operator, f"+    {added[1:].strip()}") for slip in slips for added in slip.diff.splitlines()}


@pytest.mark.parametrize(
    ("first", "second", "swapped"),
    [
        ("many = [one for one in a]", "few = [one for one in b]", False),
        ("many = [one for one in a]", "few = [one for one in many]", False),  # which would not run at all
        ("a = [one for one in a]", "few = [one for one in a]", True),
        ("note(a)", "note(b)", True),
        ("if isinstance(a, dict): return 1", "if isinstance(a, list | tuple): return 2", False),
        ("if isinstance(a, dict): return 1", "if isinstance(b, list): return 2", True),
        ("if isinstance(a, bool): return 1", "if isinstance(a, int): return 2", True),
        ("if a == 1: return 1", "if a == 2: return 2", False),
        ("if a == 1: return 1", "if b == 2: return 2", True),
        ("if a == 1: return 1", "if a in (1, 2): return 2", True),
        ("if a == 1: return 1", "if a == b: return 2", True),
    ],
)
def test_neighbours_change_places_where_somebody_could_tell(first: str, second: str, swapped: bool) -> None:
    slips = made(f"def f(a, b):\n    {first}\n    {second}\n")
    assert ("swap two statements" in {site.change.operator for site in slips}) == swapped


@pytest.mark.parametrize(
    ("pair", "swapped"),
    [
        ("a in (1, b)", False),
        ("a not in (1, b)", False),
        ("a == (1, b)", True),
        ("a.startswith((b, 1))", False),
        ("a.join((b, 1))", True),
    ],
)
def test_a_pair_in_which_is_looked_has_no_order(pair: str, swapped: bool) -> None:
    slips = made(f"def f(a, b):\n    return {pair}\n")
    assert ("swap the members of a pair" in {site.change.operator for site in slips}) == swapped


@pytest.mark.parametrize(("moment", "slips"), [("time.monotonic()", {">="}), ("later", {"<=", ">="})])
def test_of_a_moment_only_the_other_side_is_a_slip(moment: str, slips: set[str]) -> None:
    found = {site.change.after for site in made(f"while {moment} < until: wait()") if "bound" in site.change.operator}
    assert {after.split()[1] for after in found} == slips


def test_what_is_said_to_people_is_no_slip() -> None:
    assert not [site for site in made(CODE) if "an answer is due?" in site.slip().text]


def test_which_number_a_bound_is_is_a_choice_and_whether_it_holds_is_not() -> None:
    changed = {name: bool(made(f"{name} = 1 << 20")) for name in ("MAX_KEPT", "LAST_BYTES", "FORMAT")}
    assert changed == {"MAX_KEPT": False, "LAST_BYTES": False, "FORMAT": True}
    assert made("MAX_KEPT = max(1, 2)")
    assert made("def f(x):\n    return x > MAX_KEPT")


def test_the_name_of_an_encoding_is_no_word_that_could_be_another() -> None:
    assert not [site for site in made("read(encoding='ascii')\nx.decode('ascii')") if "ascii?" in site.slip().text]
    assert not [site for site in made("read(encoding='ascii')") if "read()" in site.slip().text]
    assert made("x.decode(y, 'replace')")


def test_a_name_stays_when_other_code_changes() -> None:
    assert {site.hash for site in made(CODE)} < {site.hash for site in made("MORE = 1\n" + CODE + "\n\nx = 2\n")}


def test_constants_stand_beside_those_that_are_made_or_imported_with_them() -> None:
    tree = ast.parse("from a import GOOD, BAD, good\nONE, TWO = 1, 2\nALONE = 3\n")
    assert constants_of(tree).beside == {"GOOD": ("BAD",), "BAD": ("GOOD",), "ONE": ("TWO",), "TWO": ("ONE",)}


def test_a_line_belongs_to_the_innermost_function() -> None:
    names = functions_by_line(
        "A = 1\nclass C:\n    def f(self):\n        def g():\n            return 1\n        return g\n"
    )
    assert names[1:7] == ["", "", "", "C.f", "C.f.g", "C.f"]


def test_what_is_recorded_again_replaces_what_its_file_said() -> None:
    old = Covering(["a.py::x", "b.py::y"], [1.0, 2.0], {"m.py:f": [0, 1], "m.py:g": [0]})
    new = Covering(["a.py::z"], [3.0], {"m.py:g": [0]})
    whole = old.joined(new)
    assert [[whole.tests[test] for test in whole.of("m.py", name)] for name in ("f", "g")] == [["b.py::y"], ["a.py::z"]]
    for of_the_module in ("", "Class", "Class._Inner"):
        assert {whole.tests[test] for test in whole.of("m.py", of_the_module)} == {"b.py::y", "a.py::z"}
    assert whole.of("m.py", "Class.unheard") == []


def test_what_ran_is_told_by_function_and_templates_are_none(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    return 1\n", encoding="utf-8")
    (tmp_path / "page.html").write_text("<p>{{ x }}</p>\n", encoding="utf-8")
    data = CoverageData(str(tmp_path / ".coverage.1"))
    data.set_context("t.py::test|t.py::other")
    data.add_lines({str(tmp_path / name): [1, 2] for name in ("a.py", "page.html")})
    data.write()
    found = {(name, test) for name in ("a.py:", "a.py:f") for test in ("t.py::test", "t.py::other")}
    assert {*_ran(tmp_path)} == found


def test_the_list_of_equivalents_is_in_order(every: list[Site]) -> None:
    arguments = equivalents()
    assert arguments.keys() <= {site.hash for site in every}, "stale: the code has changed; look at these anew"
    assert [name for name, why in arguments.items() if not is_argued(why)] == []


def test_the_tests_that_judge_are_there() -> None:
    assert [name for name in TESTS if not (ROOT / name).exists()] == []
    assert {name.partition("::")[0] for name in known_killers().values()} <= {
        str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")
    }


def test_a_survivor_is_shown_with_its_place() -> None:
    dead = Outcome("1", "conformance/ludex/judge/a.py:1 f", "x", "-a\n+b", KILLED)
    alive = Outcome("2", "conformance/ludex/judge/a.py:2 g", "y", "-c\n+d", SURVIVED, tests=3)
    lines = list(table([dead, alive], 9))
    assert lines[0] == "\nsurvived 2  conformance/ludex/judge/a.py:2 g  y (3 tests)\n-c\n+d"
    assert lines[-1] == "50.0% of 2 slips that could be noticed are"
