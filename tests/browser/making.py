"""Makes the screenshot of the docs: the report of the reference with the slip that the demo plants.

``python -m tests.browser.making`` writes it; pixels are no test, so nothing compares it.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from ludex.judge.settings import RulesAsked
from ludex.report.html import html
from ludex.report.results import results_of
from ludex.runner.checking import check
from ludex.runner.examples import slip_of_reference, spoil_reference
from ludex.runner.run import Order
from ludex.vectors.selection import Selection
from tests.browser.conftest import FLAGS, PATIENCE_MS, PROGRAMS

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "report.png"
SIZE = {"width": 1240, "height": 862}  # to the end of the boards; what comes below names the machine


def make(folder: Path) -> None:
    """Runs the engine, writes the page, and takes a picture of its failures."""
    from playwright.sync_api import sync_playwright

    slip = slip_of_reference()
    assert slip is not None
    spoilt = spoil_reference(slip, folder)
    done = check(Order(spoilt.game, spoilt.run, RulesAsked(), Selection((slip.select,), sides=False)))
    page = folder / "report.html"
    page.write_text("\n".join(html(results_of(done), done.suite, 20)), encoding="utf-8")
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder / "profile", executable_path=program, args=list(FLAGS), headless=True, viewport=SIZE
        )
        tab = context.new_page()
        tab.goto(f"file://{page}#failures", timeout=PATIENCE_MS)
        tab.screenshot(path=PICTURE, timeout=PATIENCE_MS)
        context.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        make(Path(made))
    print(f"wrote {PICTURE.name}, {PICTURE.stat().st_size:,} bytes")
