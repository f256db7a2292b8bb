"""The site in a browser: nobody is shut out, nothing sticks out of a telephone, and the search finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludex.site.contents import Contents
from ludex.site.making import BookPages, SearchItem, pages_of_all

CLAUSE, REGISTER, SEARCH = "tactics/clauses/TAC-MOV-1.html", "tactics/12-register.html", "search.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages of a site, where they are in a whole one."""
    folder, found = tmp_path_factory.mktemp("site"), list[SearchItem]()
    book = BookPages(Contents("tactics"))
    chapter = book.contents.chapters[-1]
    clause = book.contents.book["TAC-MOV-1"]
    made = [book.chapter_page(chapter, None, None, found), book.clause_page(clause, None, None)]
    for page in [*made, *pages_of_all([book], found)]:
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
    return folder


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_nobody_is_shut_out_of_the_site(tab: Any, site: Path, scheme: str, width: int) -> None:
    """No violation of any rule that axe-core checks, in the colours of the style sheet, and nothing sticks out."""
    from axe_playwright_python.sync_playwright import Axe

    tab.set_viewport_size({"width": width, "height": 900})
    tab.emulate_media(color_scheme=scheme)
    for name in (CLAUSE, REGISTER, SEARCH, "index.html"):
        tab.goto(f"file://{site / name}")
        found = Axe().run(tab, options={"preload": False})  # which would fetch the style sheet once more
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        assert tab.evaluate("() => document.documentElement.scrollWidth") <= width, name
        ink = "rgb(27, 27, 27)" if scheme == "light" else "rgb(233, 230, 224)"
        assert tab.evaluate("() => getComputedStyle(document.body).color") == ink


def test_steps_are_boards_beside_each_other_that_links_lead_to(tab: Any, site: Path) -> None:
    tab.set_viewport_size({"width": 1000, "height": 900})
    tab.goto(f"file://{site / REGISTER}#dead-blocks")
    case = tab.locator("section:has(> #dead-blocks) .steps").first
    told = case.locator(".caption").all_inner_texts()
    assert [text.partition(" ")[2] for text in told] == ["asked", "dead-blocks = no (the default)", "dead-blocks = yes"]
    boxes = [panel.bounding_box() for panel in case.locator(".panel").all()]
    assert boxes[0]["x"] < boxes[1]["x"] < boxes[2]["x"]
    assert case.locator("svg.board use").first.bounding_box()["width"] > 0


def test_the_search_leaves_what_was_asked_for(tab: Any, site: Path) -> None:
    tab.goto(f"file://{site / SEARCH}?q=dead-blocks")
    visible = tab.locator("ul.found > li:visible")
    assert visible.count() == 1
    assert "entry of the register" in visible.inner_text()
    tab.fill("#search", "no such words")
    assert visible.count() == 0
    assert tab.evaluate("() => document.getElementById('found').value") == "0 found"
    tab.fill("#search", "")
    assert visible.count() > 10
