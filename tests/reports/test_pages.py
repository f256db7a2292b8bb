"""What pages say, read as text: bounds and what lies beyond them, names of places, words of a rulebook, drawings."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

import msgspec
import pytest

from ludex.judge.settings import Setting
from ludex.protocol.messages import Identity
from ludex.report import html as report_page
from ludex.report import pagemaking, pencil
from ludex.report.html import Anchors, clause_groups, html
from ludex.report.pagemaking import inline, page
from ludex.report.pencil import Pencil
from ludex.report.results import Result, Results
from ludex.rulebook import rulebook
from ludex.support.svg import Canvas, LegendLine, Sketch
from ludex.vectors import open_suite
from ludex.vectors.format import full_id
from ludex.vectors.suite import Suite
from tests.guards import at_least_one
from tests.reports import made
from tests.reports.seen import seen
from tests.reports.whole import full, game_suite, vectors

USUAL = Setting("v1", {"dead-blocks": "no"})
KINDS = ("crash", "timeout", "garbage", "memory")


def results(of: Sequence[Result], **other: object) -> Results:
    return made.results(of, "tactics", settings=(USUAL,), **other)


def bad(number: int, cause: str = "", message: str = "", **other: object) -> Result:
    return Result(f"v{number}@v1", 0, "error" if cause else "fail", cause, message, **other)  # type: ignore[arg-type]


def told(of: Results, show: int = 1, suite: Suite | None = None) -> list[str]:
    return seen(html(of, suite or game_suite(), show))


def beginning(lines: Sequence[str], *starts: str) -> list[str]:
    return [line for line in lines if line.startswith(starts)]


def test_of_each_cause_some_are_drawn_and_the_others_listed() -> None:
    of = results([bad(number, KINDS[number % 2], f"m{number}") for number in range(7)])
    lines = told(of, 2)
    assert beginning(lines, "<li> <a href=#cause-") == [
        "<li> <a href=#cause-1> error (crash): 4",
        "<li> <a href=#cause-2> error (timeout): 3",
    ]
    assert beginning(lines, "<br> For instance") == ["<br> For instance: m0", "<br> For instance: m1"]
    assert beginning(lines, "<div class=failure") == [f"<div class=failure id=v{number}>" for number in (0, 2, 1, 3)]
    assert beginning(lines, "<li id=") == ["<li id=v4> v4@v1 m4", "<li id=v6> v6@v1 m6", "<li id=v5> v5@v1 m5"]
    assert beginning(lines, "<details class=one") == ["<details class=one open>", "<details class=one>"] * 2
    assert [line.partition(",")[0] for line in lines if "not drawn" in line] == ["<summary> 2 more", "<summary> 1 more"]


def test_without_drawings_the_first_that_is_listed_is_the_instance() -> None:
    lines = told(results([bad(1, "crash", "m1"), bad(2, "crash", "m2")]), 0)
    assert "<br> For instance: m1" in lines
    assert beginning(lines, "<div class=failure", "<li id=") == ["<li id=v1> v1@v1 m1", "<li id=v2> v2@v1 m2"]


def test_when_much_is_drawn_only_the_first_of_each_cause_is(monkeypatch: pytest.MonkeyPatch) -> None:
    of = results([bad(number, KINDS[number % 2]) for number in range(8)])
    every = [f"<div class=failure id=v{number}>" for number in (0, 2, 4, 6, 1, 3, 5, 7)]
    assert beginning(told(of, 4), "<div class=failure") == every
    monkeypatch.setattr(report_page, "MOST_LETTERS_DRAWN", 1)
    assert beginning(told(of, 4), "<div class=failure") == [every[0], every[4]]
    size = len(str(next(iter(report_page._Failures(of, game_suite(), Pencil(), 4).by_cause())).drawn[0]))
    monkeypatch.setattr(report_page, "MOST_LETTERS_DRAWN", 2 * size)
    assert beginning(told(of, 4), "<div class=failure") == [*every[:2], every[4]]


@pytest.mark.parametrize(
    ("most", "names"),
    [
        (4, ["error (crash): 2", "error (timeout): 2", "error (garbage): 1", "error (memory): 1"]),
        (3, ["error (crash): 2", "error (timeout): 2", "error (garbage): 1", "other causes: 1"]),
        (2, ["error (crash): 2", "error (timeout): 2", "other causes: 2"]),
    ],
)
def test_causes_beyond_the_most_are_one(most: int, names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_page, "MOST_CAUSES", most)
    lines = told(results([bad(number, KINDS[number % 4]) for number in range(6)]))
    assert beginning(lines, "<li> <a href=#cause-") == [
        f"<li> <a href=#cause-{number}> {name}" for number, name in enumerate(names, 1)
    ]
    assert len(beginning(lines, "<h2 id=causes> 6 failures")) == 1


def test_a_failure_that_is_the_only_one_is_no_failures() -> None:
    assert "<h2 id=causes> 1 failure, by likely cause" in told(results([bad(1)]))


@pytest.mark.parametrize(("many", "more"), [(8, []), (9, ["and 1 more"]), (11, ["and 3 more"])])
def test_eight_clauses_of_a_failure_are_named(many: int, more: list[str]) -> None:
    names = tuple(rulebook("tactics"))[:many]
    (line,) = beginning(told(results([bad(1, clauses=names)])), "<p> Clauses")
    assert len(re.findall("<a class=clause href=#TAC", line)) == min(many, 8)
    assert re.findall("and .* more", line) == more


def test_an_answer_to_a_vector_that_is_not_here_is_shown_as_it_came() -> None:
    lines = told(results([bad(1, got='{"a":\x1b}'), bad(2)]), 2)
    at = lines.index("<h4> got")
    assert lines[at + 1] == '<p class=words> {"a":\\x1b}'
    assert lines.count("<h4> got") == 1


def test_a_wrong_answer_is_told_by_what_it_lacks_and_both_lists_are_drawn() -> None:
    """In the place of the judge's words stand those of whoever draws the lists."""
    topic, vector = next((t, v) for t, v in vectors(2) if t.operation == "legal" and b'"actions":[{' in bytes(v.expect))
    one = Result(full_id(vector, "v1"), 0, "fail", message="the judge's words", got='{"actions":[]}', topic=topic.topic)
    lines = told(results([one]))
    (summary,) = beginning(lines, "<summary> " + one.id.partition("+")[0])
    assert "the judge's words" not in summary
    assert "missing" in summary
    assert [line for line in lines if line.startswith("<h4>")] != []
    cut = msgspec.structs.replace(one, got="no answer at all")
    assert "the judge's words" in beginning(told(results([cut])), "<summary> " + one.id.partition("+")[0])[0]


def test_each_symbol_of_a_legend_is_told_once_and_defined_once() -> None:
    text = "\n".join(html(full(), game_suite(), 2))
    for legend in at_least_one(re.findall('<ul class="legend">.*?</ul>', text)):
        lines = legend.split("<li>")[1:]
        assert len({*lines}) == len(lines) > 0
    names = re.findall('<(?:symbol|g) id="([^"]+)"', text[text.index('class="defs"') :])
    assert len(names) == len({*names}) > 2
    assert {*re.findall('href="#(tactics-[^"]+)"', text)} <= {*names}


def test_how_a_vector_is_run_again_has_the_command_or_the_address() -> None:
    of = [bad(number, "crash") for number in range(2)]
    (line,) = [line for line in told(results(of)) if "is run again" in line]
    assert line.endswith("by its id: ludex check --game tactics --select ID -- made")
    remote = msgspec.structs.replace(results(of), command=("--connect", "127.0.0.1:4000"))
    (line,) = [line for line in told(remote) if "is run again" in line]
    assert line.endswith("by its id: ludex check --game tactics --select ID --connect 127.0.0.1:4000")


def test_the_log_is_shown_of_a_run_that_did_not_end_and_only_its_last_lines() -> None:
    log = "\n".join(f"line {number}" for number in range(50))
    text = "\n".join(told(results([bad(1)], stopped="it fell", log=log)))
    assert "<p class=warning> The run did not end: it fell." in text
    assert "<pre> line 10\nline 11\n" in text
    assert "line 9\n" not in text
    assert "line 49" in text
    assert "line 49" not in "\n".join(told(results([bad(1)], log=log)))


def test_the_head_names_the_engine_its_language_and_what_is_at_fault() -> None:
    lines = told(results([Result("a@v1", 0, "pass")], engine=Identity("made", "1", "Ada")))
    assert "<h1> <span class=badge green> pass made 1 (Ada)" in lines
    assert beginning(lines, "<p class=warning>") == []
    lines = told(results([bad(1)], engine=None, fault="a broken file"))
    assert "<h1> <span class=badge red> fail an engine that did not greet" in lines
    assert beginning(lines, "<p class=warning>") == ["<p class=warning> The vectors are at fault: a broken file."]


def test_the_share_that_passes_is_rounded_down_and_nothing_selected_has_none() -> None:
    of = [Result("a@v1", 0, "pass"), Result("b@v1", 0, "pass"), bad(1)]
    assert "<li> 2 of 3 (66.6 %) pass" in told(results(of))
    assert beginning(told(results([])), "<li> 0") == ["<li> 0 pass"]


def test_places_are_named_once_and_nothing_in_a_name_is_a_space() -> None:
    names = Anchors({"run"})
    ways = ("a", "a@v1", "a@v1-usual")
    assert [names.name(*ways) for _ in range(5)] == [*ways, "a@v1-usual-2", "a@v1-usual-3"]
    assert names.name("run") == "run-2"
    assert names.name("a b\x00\n") == "a_b__"
    assert names.name("") == "_"
    assert names.name("x" * 401) == "x" * 400
    assert names.name("x" * 402, "y") == "y"
    assert [names.name("x" * 402 + end) for end in "ab"] == ["x" * 400 + "-2", "x" * 400 + "-3"]
    assert [names.name("{a}") for _ in range(2)] == ["{a}", "{a}-2"]


def test_groups_have_their_clauses_in_order_and_the_title_of_their_section() -> None:
    book = rulebook("tactics")
    groups = clause_groups(book)
    assert [clause.id for group in groups for clause in group.clauses] == list(book)
    assert {clause.group for group in groups for clause in group.clauses if clause.group != group.name} == set()
    assert [group.title for group in groups] == [group.clauses[0].section or group.clauses[0].title for group in groups]
    assert [group.title for group in groups] != [group.clauses[0].title for group in groups]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a `b*c*` d", "a <code>b*c*</code> d"),
        ("**a** and *b* and `c` and *d*", "<strong>a</strong> and <em>b</em> and <code>c</code> and <em>d</em>"),
        ("2 * 3 * 4 and a*b*c", "2 * 3 * 4 and a*b*c"),
        ("[the `page`](other.md#x) says", "the <code>page</code> says"),
        ("<b> & `<i>`", "&lt;b&gt; &amp; <code>&lt;i&gt;</code>"),
        ("a\x1bb", "a\\x1bb"),
    ],
)
def test_the_words_of_a_rulebook_keep_code_and_emphasis_and_nothing_else(text: str, shown: str) -> None:
    assert str(inline(text)) == shown


def test_a_text_is_bounded_and_steers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagemaking, "MOST_LETTERS", 300)
    text = "\n".join(html(results([bad(1)], stopped="it fell", log="x" * 301), game_suite(), 1))
    assert f">{'x' * 300}...</pre>" in text
    assert "x" * 301 not in text
    wild = "\n".join(html(results([bad(1)], stopped="it\nfell\x1b<b>", log="a\nb\x07"), game_suite(), 1))
    assert "it\nfell\\x1b&lt;b&gt;" in wild
    assert ">a\nb\\x07</pre>" in wild
    assert str(inline("y" * 301)) == "y" * 300 + "..."


def test_a_page_lets_its_own_script_run_and_no_other() -> None:
    text = "\n".join(html(results([bad(1)]), game_suite(), 1))
    (script,) = re.findall("<script>(.*?)</script>", text, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in text
    assert len(script) > 100
    assert re.search("<style>\n[^<]{100}", text)


def test_what_a_template_asks_for_and_is_not_given_is_a_mistake() -> None:
    with pytest.raises(Exception, match="is undefined"):
        list(page("report.html", Pencil()))


def drawing(title: str = "", symbol: str = "dot") -> Sketch:
    canvas = Canvas()
    canvas.stamp(symbol, "<circle r='3'/>", 5, 5)
    canvas.explain(symbol, "<circle r='3'/>", f"a {symbol}")
    return canvas.sketch(20, 10, title)


def test_a_drawing_says_what_is_seen_and_its_symbols_are_defined_once() -> None:
    hand = Pencil()
    assert str(hand.definitions()) == ""
    board = str(hand.board(drawing("one dot"), "before"))
    assert 'aria-label="before: one dot"' in board
    assert 'aria-label="after"' in str(hand.board(drawing(), "after"))
    hand.board(drawing("x", "ring"), "after")
    defined = str(hand.definitions())
    assert defined.startswith('<svg class="defs" aria-hidden="true">')
    assert [defined.count(f'id="{name}"') for name in ("dot", "ring")] == [1, 1]


def test_what_is_said_of_a_drawing_is_bounded() -> None:
    most = pencil.MOST_LETTERS_SAID
    exactly, longer = ("x" * (most - len("a: ") + more) for more in (0, 1))
    assert f'aria-label="a: {exactly}"' in str(Pencil().board(drawing(exactly), "a"))
    assert f'aria-label="a: {longer[:-1]}…"' in str(Pencil().board(drawing(longer), "a"))


def test_a_legend_says_the_same_words_once_beside_the_first_symbol_that_they_stand_for() -> None:
    lines = [LegendLine("unit-2", "a unit"), LegendLine("arrow", "moves"), LegendLine("unit-3", "a unit")]
    told = [*Pencil().samples(lines)]
    assert [sample.words for sample in told] == ["a unit", "moves"]
    assert "#unit-2" in told[0].drawn


def test_a_legend_shows_each_symbol_by_itself_round_its_middle() -> None:
    ((drawn, words),) = Pencil().samples(drawing().legend)
    assert words == "a dot"
    assert drawn == '<svg viewBox="-26 -26 52 52" aria-hidden="true"><use href="#dot" x="0" y="0"/></svg>'


def test_a_board_that_nobody_can_draw_is_shown_as_text() -> None:
    """A game without drawings, here one whose positions are no positions, has its boards as in a terminal."""
    suite = open_suite("tactics")
    topic, vector = next(
        (t, v) for t, v in vectors(1) if t.operation == "apply" and b'{"position"' in bytes(v.expect)[:12]
    )
    got = '{"position":{"board":1}}'
    one = Result(full_id(vector, "v1"), 0, "fail", got=got, topic=topic.topic)
    lines = told(results([one]), suite=suite)
    at = lines.index("<h4> got")
    assert lines[at + 1].startswith("<pre> ")
