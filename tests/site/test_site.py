"""The rulebooks as pages: all links lead somewhere, each clause and entry has what shows it, and texts stay texts."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import pytest

from ludex import where
from ludex.cli import main
from ludex.fault import Fault
from ludex.rulebook import rulebook
from ludex.seam import reference_of
from ludex.site.contents import Contents
from ludex.site.making import BookPages, games_told, pages
from ludex.site.register import answers, cases_of
from ludex.site.texts import Names, Texts
from ludex.site.writing import write_site
from tests.guards import at_least_one

LINKS_A_CLAUSE = 20  # at least: many pages lead to each


class Reading(HTMLParser):
    """The ids and links of a page, and how many of each tag it has."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()
        self.feed(data.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            if name in ("href", "src") and value:
                self.links.append(value)


def target_of(page: str, link: str) -> tuple[str, str]:
    """The file of the site and the id in it that a link of a page leads to."""
    parts = urlsplit(link)
    names: list[str] = []
    for name in (PurePosixPath(page).parent / unquote(parts.path)).parts if parts.path else PurePosixPath(page).parts:
        names = names[:-1] if name == ".." else [*names, name]
    return "/".join(names), unquote(parts.fragment)


@pytest.mark.parametrize("game", games_told())
def test_no_link_of_the_whole_site_is_broken_and_each_clause_and_entry_is_shown(game: str) -> None:
    files = {page.path: page.data for page in pages([game])}
    read = {name: Reading(data) for name, data in files.items() if name.endswith(".html")}
    assert [name for name, page in read.items() if page.ids and max(page.ids.values()) > 1] == []
    wrong, many = [], 0
    for name, page in read.items():
        for link in page.links:
            many += 1
            path, anchor = target_of(name, link)
            held = path in files and (not anchor or path not in read or anchor in read[path].ids)
            if not held:
                wrong.append((name, link))
    assert wrong == []
    assert many > LINKS_A_CLAUSE * len(rulebook(game))
    assert sum(page.tags["script"] for page in read.values()) == read["search.html"].tags["script"] == 1
    for clause in at_least_one(rulebook(game)):
        page = files[f"{game}/clauses/{clause}.html"].decode()
        assert "<h2>What decides it</h2>" in page
        assert f"{game}/clauses/{clause}.html" in files["search.html"].decode()
    chapters = "".join(data.decode() for name, data in files.items() if name.count("/") == 1)
    for entry in at_least_one(reference_of(game).REGISTER.entries):
        assert f'<h2 id="{entry.id}">' in chapters
        for choice in entry.readings:
            assert f"</strong> {entry.id} = {choice}" in chapters, f"no case of {entry.id} = {choice} is drawn"


def test_a_clause_has_its_scenarios_step_by_step_its_vectors_and_the_function_that_decides_it() -> None:
    contents = Contents("tactics")
    book = BookPages(contents)
    clause = contents.book["TAC-MOV-1"]
    page = book.clause_page(clause, None, None)
    text = page.data.decode()
    path, scenario = contents.scenarios["TAC-MOV-1"][0]
    assert f"{scenario.name} <small>{path.name}:{scenario.place.line}</small>" in text
    assert text.count('class="board"') > len(scenario.steps)
    assert 'href="#scenario-1-1"' in text or len(scenario.steps) < 2
    many = sum(contents.vectors.counts["TAC-MOV-1"].values())
    suite = contents.suite
    assert suite is not None
    assert many == sum("TAC-MOV-1" in one.clauses for topic in suite.topics("v1") for one in topic.vectors)
    assert f"<p>{many:,} vectors turn on it" in text
    assert "@check(&#34;TAC-MOV-1&#34;)" in text
    assert 'href="../12-register.html#dead-blocks"' in text


def test_what_changed_between_editions_is_told_by_the_rulebook_and_by_the_vectors() -> None:
    contents = Contents("tribun")
    book = BookPages(contents)
    changes = book.changes_of(contents.book["TRB-DRW-12"])
    assert dict(changes[0])["2026-01"] == "reserved, unreadable"
    assert dict(changes[0])["2026-04"] == "decline"
    assert book.changes_of(contents.book["TRB-MOV-1"]) == []
    assert book.changes_of(contents.book["TRB-DRW-1"]) == []  # which TRB-DRW-12 begins with


def test_the_case_of_an_entry_parts_its_choices() -> None:
    contents = Contents("tactics")
    (entry,) = (one for one in contents.reference.REGISTER.entries if one.id == "dead-blocks")
    case = cases_of(contents, entry)[0]
    told = answers("tactics", entry, case, contents)
    assert list(told) == ["no", "yes"]
    assert told["no"] != told["yes"]
    assert b"occupied" in told["yes"] or b"TAC-MOV-1" in told["yes"]


def texts(known: dict[str, str]) -> Texts:
    return Texts(Names("TAC", {"TAC-MOV-1": "c/TAC-MOV-1.html"}, {"dead-blocks": "r.html#dead-blocks"}), known.get)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ('[x](y.md "z")', '<a href="y.html">x</a>'),
        ("[x](nowhere.md)", "x"),
        ('![a"b](y.md)', '<img src="y.html" alt="a&quot;b">'),
        ("![a](nowhere.svg)", "a"),
        ("TAC-MOV-1 and TAC-MOV-11", '<a href="c/TAC-MOV-1.html">TAC-MOV-1</a> and TAC-MOV-11'),
        ("so MOV-1", 'so <a href="c/TAC-MOV-1.html">MOV-1</a>'),
        ("[MOV-1](y.md)", '<a href="y.html">MOV-1</a>'),
        ("by *dead-blocks*, *not*", 'by <em><a href="r.html#dead-blocks">dead-blocks</a></em>, <em>not</em>'),
        ("`<b>`\x1b", "<code>&lt;b&gt;</code>\\x1b"),
    ],
)
def test_a_text_stays_a_text_and_what_it_names_is_linked(text: str, html: str) -> None:
    assert texts({"y.md": "y.html"}).line(text) == html


def test_sections_have_ids_that_are_given_once() -> None:
    found = list(
        texts({}).sections("before\n\n# A b!\n\nx\n\n## A b\n\n| a |\n|---|\n| b |\n\n## dead\n", {"dead": "D"}.get)
    )
    assert [(one.level, one.title, one.anchor) for one in found] == [
        (0, "", ""),
        (1, "A b!", "a-b"),
        (2, "A b", "a-b-1"),
        (2, "dead", "D"),
    ]
    assert re.search(r'<h2 id="a-b-1">A b</h2>\s*<div class="wide" role="region" aria-label="Table 1"', found[2].html)


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Fault, match="holds something that is no site"):
        write_site(tmp_path, ["nothing"])
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]


def test_a_site_is_written_whole_over_the_one_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("site.css", "old.html"):
        (folder / name).write_text("old", encoding="utf-8")
    monkeypatch.setattr("ludex.site.writing.games_told", tuple)
    assert main(["site", "--into", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [".nojekyll", "index.html", "search.html", "site.css"]
    assert (folder / "site.css").read_text(encoding="utf-8") != "old"
    assert capsys.readouterr().out.startswith("4 files, ")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_without_its_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.cli.site.find_spec", lambda _: None)
    assert main(["site", "--into", "anywhere"]) == 2


def test_every_game_with_a_rulebook_is_told() -> None:
    assert set(games_told()) == {game for game in where.games() if rulebook(game)}
