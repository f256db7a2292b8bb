"""The Markdown summary says what the run says, and nothing that an engine sends becomes Markdown, HTML or a mention."""

import html
import re

import pytest
from markdown_it import MarkdownIt

from ludex.cli import main
from ludex.report.formats import tell
from ludex.report.markdown import code, fence, markdown, plain
from ludex.report.results import Result, Results
from ludex.report.source import no_vectors, open_results
from tests.reports.conftest import Written
from tests.reports.made import forged, results

PAGE = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
NASTY = [
    "<script>alert(1)</script>",
    "</details></code></td><img src=x onerror=y>",
    "| cell | cell |\n|---|---|",
    "``` \n# heading\n~~~\n- item\n> quote",
    "[link](https://example.com) ![image](x.png) <https://example.com>",
    "**bold** _thin_ ~~gone~~ $x$ &lt; &#60;",
    "@someone #123 www.example.com",
    "\x1b]0;title\x07\r\n\u202e\u2028",
]


def tags(page: str) -> set[str]:
    return set(re.findall(r"<(\w+)", page))


def render(made: Results) -> str:
    return str(PAGE.render("\n".join(markdown(made, no_vectors(made.suite.game), 5))))


@pytest.mark.parametrize("text", NASTY)
def test_no_text_of_an_engine_becomes_markup(text: str) -> None:
    tame = render(forged("tame"))
    page = render(forged(text))
    assert tags(page) == tags(tame)
    for tag in tags(tame):
        assert page.count(f"<{tag}") == tame.count(f"<{tag}"), tag
    assert "\x1b" not in page


@pytest.mark.parametrize("text", [text for text in NASTY if text.isascii() and text.isprintable()])
def test_escaped_text_reads_as_it_was(text: str) -> None:
    page = PAGE.render(f"before {code(text)} after")
    assert html.unescape(page) == f"<p>before <code>{text}</code> after</p>\n"


def test_nothing_closes_a_fence() -> None:
    page = PAGE.render("\n".join(fence(["```", "````", "``", "<b>"])))
    assert page.count("<pre>") == 1
    assert tags(page) == {"pre", "code"}


@pytest.mark.parametrize(
    ("lines", "ticks"), [([], 3), (["no tick"], 3), (["``"], 3), (["`", "```", "a ```` b ``"], 5), (["```"], 4)]
)
def test_a_fence_is_no_longer_than_it_must_be(lines: list[str], ticks: int) -> None:
    assert list(fence(lines)) == ["`" * ticks + "text", *lines, "`" * ticks]


@pytest.mark.parametrize(
    ("text", "told"),
    [("WWW.a.b", "WWW&#46;a.b"), ("www", "www"), ("a.b", "a.b"), ("@a", "&#64;a"), ("a\nb", "a&#92;x0ab")],
)
def test_only_what_could_become_markup_is_written_as_its_number(text: str, told: str) -> None:
    assert plain(text) == told


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        ([], "Nothing was judged, and nothing is not a pass.** Passing: 0. Exit status 1."),
        (["fail"], "** Passing: 0 (0.0 %). Exit status 1."),
        (["pass"], "The only selected vector passes.** Passing: 1 (100.0 %). Exit status 0."),
        (["fail", *["pass"] * 1999], "Passing: 1,999 (99.9 %). Exit status 1."),
    ],
)
def test_the_share_of_passes_is_rounded_down(verdicts: list[str], told: str) -> None:
    made = results([Result(f"v{number}@one", 0, verdict) for number, verdict in enumerate(verdicts)])
    page = markdown(made, no_vectors("nim"), 0)
    assert next(line for line in page if line.startswith("**")).endswith(told)


def test_active_letters_are_gone() -> None:
    assert not set(plain("".join(map(chr, range(32, 127))))) & set("`*_[]<>|~@$\\!:")


def test_the_summary_says_what_ran_and_what_fails(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    path = written("picky")
    assert main(["report", str(path), "--format", "markdown"]) == 0
    text = capsys.readouterr().out
    assert "## ❌ nim: <code>nim-test 1</code>" in text
    assert "203 of 205 selected vectors pass" in text
    assert "### Failures: 1" in text
    assert "<code>apply-7-2&#64;one</code>" in text
    assert "- unsupported: 1 <code>sevens</code>" in text
    for fact in ("vectors", "manifest", "engine", "rules", "host"):
        assert f"| {fact} |" in text


def test_a_green_run_is_green(written: Written) -> None:
    text = "\n".join(tell(open_results(written("right")), "markdown"))
    assert text.startswith("## ✅")
    assert "Failures" not in text


def test_it_stays_under_the_megabyte_of_a_ci_page(written: Written) -> None:
    text = "\n".join(tell(open_results(written("wrong_legal")), "markdown", 100))
    assert len(text.encode()) < 1_000_000


def test_the_terminal_report_is_the_one_of_the_run(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    path = written("wrong_legal")
    assert main(["report", str(path)]) == 0
    text = capsys.readouterr().out
    assert "Ludex 0.1.0 · nim · vectors toy" in text
    assert "Failures shown: 5 of 18" in text
    assert "missing: 1" in text
