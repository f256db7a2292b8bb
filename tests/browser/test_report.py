"""The report in a browser: what is on the page and where; without a script, on a telephone, on paper, in the dark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.report.causes import causes
from ludex.report.html import html
from tests.browser import pages
from tests.reports.whole import full

MOST_WORK_SECONDS = 3.0  # of processor: a page opens in a third of it, but not while others use the same caches
LARGEST_BYTES = 5_000_000
HOSTILE = '"><script>document.title="owned"</script><img src=x onerror=alert(1)>\u202e\x1b[31m{{7*7}}'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pages.whole(tmp_path_factory.mktemp("report"))


def opened(tab: Any, path: Path, anchor: str = "") -> Any:
    tab.goto(f"file://{path}{anchor}")
    return tab


def test_the_head_says_who_failed_and_by_how_much(tab: Any, whole: Path) -> None:
    opened(tab, whole)
    results = full()
    assert "fail" in tab.inner_text("h1").lower()
    assert "made 1.2" in tab.inner_text("h1")
    assert results.score.sentence in tab.inner_text("header")
    assert f"{results.score.counts['pass']} of {results.score.selected}" in tab.inner_text("ul.scores")


def test_each_cause_is_listed_with_its_count_and_leads_to_its_failures(tab: Any, whole: Path) -> None:
    opened(tab, whole)
    found = causes(full())
    listed = tab.locator("ol.causes > li").all_inner_texts()
    assert len(listed) == len(found) > 2
    for text, cause in zip(listed, found, strict=True):
        assert text.startswith(cause.name)
        assert f": {len(cause.results):,}" in text
    tab.click("ol.causes > li:nth-child(2) a")
    assert found[1].name in tab.inner_text(":target")


def test_a_failure_has_the_boards_before_expected_and_got_side_by_side(tab: Any, tmp_path: Path) -> None:
    results, suite = pages.large("tactics", 40, 60)
    opened(tab, pages.written(tmp_path, "few", results, suite))
    tab.set_viewport_size({"width": 1300, "height": 900})
    for one in tab.locator("details.one").all():
        names = one.evaluate("at => [...at.querySelectorAll('.panel h4')].map(h => h.textContent)")
        boards = one.locator("svg.board").count()
        marks = one.evaluate("at => [...at.querySelectorAll('svg.board')].map(b => b.querySelectorAll('path').length)")
        if names[:3] == ["before", "expected", "got"] and boards == 3 and marks[2]:
            break
    else:
        raise AssertionError("no failure has three boards and something marked")
    one.evaluate("at => { at.open = true }")
    boxes = [board.bounding_box() for board in one.locator("svg.board").all()]
    assert boxes[0]["x"] < boxes[1]["x"] < boxes[2]["x"]
    assert max(box["y"] for box in boxes) < min(box["y"] + box["height"] for box in boxes)
    assert "differences" in names
    labels = one.evaluate("at => [...at.querySelectorAll('svg.board')].map(b => b.getAttribute('aria-label'))")
    assert [label.partition(":")[0] for label in labels] == ["before", "expected", "got"]
    assert all("to move" in label or "won" in label for label in labels)
    assert marks[1] == marks[2] > 0
    assert "ludex check --game tactics" in one.locator("pre.command").text_content()
    drawn = tab.locator("section.cause:has(svg.board)").count()  # where no position can be read there is no board
    assert tab.locator("section.cause:has(details.one) > ul.legend").count() == drawn > 1
    assert one.locator("xpath=..").locator("> ul.legend li").count() > 1


def test_symbols_are_drawn_where_they_are_used(tab: Any, tmp_path: Path) -> None:
    results, suite = pages.large("minions", 6, 10)
    opened(tab, pages.written(tmp_path, "few", results, suite))
    sizes = tab.evaluate(
        "() => [...document.querySelectorAll('details[open] svg.board > *, details[open] svg.board use')]"
        ".map(u => u.getBoundingClientRect().width)"
    )
    assert sizes
    assert min(sizes) > 0
    missing = "() => [...document.querySelectorAll('use')].filter(u => !document.querySelector(u.getAttribute('href')))"
    assert tab.evaluate(f"({missing})().length") == 0


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without one"])
def test_a_link_to_a_vector_opens_it(chromium: Any, tmp_path: Path, script: bool) -> None:
    results, suite = pages.large("tactics", 200, 200)
    path = pages.written(tmp_path, "some", results, suite, 3)
    page = chromium.browser.new_page(java_script_enabled=script) if chromium.browser else chromium.new_page()
    cause = max(causes(results), key=lambda one: len(one.results))
    for result in (cause.results[1], cause.results[-1]):  # one that is drawn, and one that is listed only
        name = result.id.partition("@")[0]
        page.goto("about:blank")
        page.goto(f"file://{path}#{name}")
        assert page.locator(f"[id='{name}']").is_visible()
    page.close()


def test_all_links_of_the_page_lead_somewhere_and_no_id_is_given_twice(tab: Any, whole: Path) -> None:
    opened(tab, whole)
    ids = tab.evaluate("() => [...document.querySelectorAll('[id]')].map(at => at.id)")
    assert len(ids) == len(set(ids))
    links = tab.evaluate("() => [...document.querySelectorAll('a')].map(at => decodeURIComponent(at.hash.slice(1)))")
    assert set(links) <= set(ids)
    assert len(links) > 50


def test_it_is_read_without_a_script(whole: Path) -> None:
    text = whole.read_text(encoding="utf-8")
    without = re.sub("<script>.*?</script>", "", text, flags=re.DOTALL)
    assert '<div id="tools" role="search" hidden>' in without
    for result in full().results:
        if result.verdict in ("fail", "error") and not result.unfinished:
            assert result.id.partition("@")[0] in without


def test_search_and_the_choice_of_a_cause_leave_what_was_asked_for(tab: Any, tmp_path: Path) -> None:
    results, suite = pages.large("tactics", 200, 200)
    opened(tab, pages.written(tmp_path, "some", results, suite, 3))
    last = max(causes(results), key=lambda one: len(one.results)).results[-1].id.partition("@")[0]
    tab.fill("#search", last.upper())
    visible = "() => [...document.querySelectorAll('details.one, details.more li')].filter(at => at.checkVisibility())"
    assert tab.evaluate(f"({visible})().map(at => at.textContent)") != []
    assert all(last in text for text in tab.evaluate(f"({visible})().map(at => at.textContent)"))
    assert "1 found" in tab.evaluate("() => document.getElementById('found').value")
    tab.fill("#search", "")
    tab.select_option("#only", "cause-2")
    assert tab.evaluate("() => [...document.querySelectorAll('section.cause')].filter(c => !c.hidden).length") == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nobody_is_shut_out(tab: Any, whole: Path, scheme: str, width: int) -> None:
    """No violation of any rule that axe-core checks."""
    from axe_playwright_python.sync_playwright import Axe

    tab.set_viewport_size({"width": width, "height": 900})
    tab.emulate_media(color_scheme=scheme)
    opened(tab, whole)
    tab.evaluate("() => document.querySelectorAll('details').forEach(at => { at.open = true })")
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [360, 1280])
def test_nobody_is_shut_out_of_the_other_pages(tab: Any, tmp_path: Path, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    tab.set_viewport_size({"width": width, "height": 900})
    for path in (pages.matrix(tmp_path), pages.difference_page(tmp_path)):
        opened(tab, path)
        tab.evaluate("() => document.querySelectorAll('details').forEach(at => { at.open = true })")
        found = Axe().run(tab)
        assert found.violations_count == 0, found.generate_report()
        assert tab.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("game", where.games())
def test_nothing_sticks_out_of_a_telephone(tab: Any, tmp_path: Path, game: str) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    results, suite = pages.large(game, 12, 20)
    opened(tab, pages.written(tmp_path, "few", results, suite))
    tab.evaluate("() => document.querySelectorAll('details').forEach(at => { at.open = true })")
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= 360
    widths = tab.evaluate("() => [...document.querySelectorAll('svg.board')].map(b => b.getBoundingClientRect().width)")
    assert widths
    assert min(widths) >= 250


def test_paper_has_no_tools_and_dark_ink(tab: Any, whole: Path) -> None:
    opened(tab, whole)
    tab.emulate_media(media="print", color_scheme="dark")
    assert not tab.locator("#tools").is_visible()
    assert not tab.locator("nav").is_visible()
    assert tab.evaluate("() => getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert tab.locator("details[open] svg.board").first.is_visible()


def test_what_an_enemy_writes_is_text(tab: Any, tmp_path: Path) -> None:
    opened(tab, pages.forged(HOSTILE, tmp_path))
    assert tab.title() != "owned"
    assert tab.evaluate("() => document.querySelectorAll('img, iframe, object, script').length") == 1
    assert "{{7*7}}" in tab.inner_text("body")
    assert "\x1b" not in tab.content()


@pytest.mark.parametrize("game", ["tribun", "minions"])
def test_many_failures_open_at_once_and_stay_small(tab: Any, tmp_path: Path, game: str) -> None:
    results, suite = pages.large(game)
    path = tmp_path / "large.html"
    path.write_text("\n".join(html(results, suite, 20)), encoding="utf-8")
    assert path.stat().st_size < LARGEST_BYTES
    client = tab.context.new_cdp_session(tab)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    opened(tab, path)
    loaded = tab.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
    seen = tab.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000
    worked = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}["TaskDuration"]
    listed = tab.evaluate("() => document.querySelectorAll('details.one, details.more li').length")
    assert listed == 5_000
    size = path.stat().st_size / 1e6
    print(f"{game}: {size:.2f} MB, seen after {seen:.2f} s, whole after {loaded:.2f} s, {worked:.2f} s of work")
    assert 0 < worked < MOST_WORK_SECONDS
    assert 0 < seen <= loaded


def test_a_run_of_many_bytes_is_bounded(tmp_path: Path) -> None:
    """Texts of engines may be as long as they like."""
    assert pages.forged("x" * 20_000, tmp_path).stat().st_size < 1_000_000
