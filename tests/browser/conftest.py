"""A real Chromium: Debian's, driven by Playwright. Without it these tests are skipped, and say so; in CI they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 120_000  # on a machine that does much else


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser context, with a folder of its own."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        told = f"none of {', '.join(PROGRAMS)} is on PATH; on Debian: apt-get install chromium"
        if os.environ.get("LUDEX_CI"):
            pytest.fail(told)
        pytest.skip(told)
    from playwright.sync_api import sync_playwright

    folder: Path = tmp_path_factory.mktemp("chromium")
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder, executable_path=program, args=list(FLAGS), headless=True, timeout=PATIENCE_MS
        )
        context.set_default_timeout(PATIENCE_MS)
        yield context
        context.close()


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    """A tab in which nothing may fail or be fetched from elsewhere; what went wrong is told at its end."""
    page = chromium.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith("file:") else wrong.append(f"fetched {asked.url}"))
    yield page
    page.close()
    assert wrong == []
