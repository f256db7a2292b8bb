"""What is on a page, as lines of text: what a reader sees and where links lead, without style, script or strokes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser

HEADS = {"title", "h1", "h2", "h3", "h4", "caption", "summary"}
BLOCKS = {*HEADS, "p", "li", "tr", "pre", "option", "details", "br", "div", "ul", "ol", "nav", "section"}
ALONE = {"br", "meta", "input"}
UNSEEN = {"style", "script", "dt", "dd"}  # clauses by their names alone: each has the same words on all pages
TOLD = ("id", "href", "value", "open", "class", "aria-label")
CELLS = {"td", "th"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._open: list[str] = []
        self._picture: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins a line; what an element is called and where it leads stands in brackets."""
        if tag not in ALONE:
            self._open.append(tag)
        if "svg" in self._open:
            self._draw(tag, dict(attrs))
            return
        if tag in BLOCKS:
            self.lines.append("")
        if tag in CELLS:
            self._say(" | ")
        if "dt" in self._open:
            self._say(f" {dict(attrs)['id']}" if tag == "dt" else "")
            return
        words = [f"{name}={value}" if value else name for name, value in attrs if name in TOLD]
        if tag in BLOCKS or words:
            self._say(f"<{' '.join([tag, *words])}> ")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        if tag == "svg":
            self._say(f"<svg {' '.join(self._picture)}>")
            self._picture.clear()

    def handle_data(self, data: str) -> None:
        """Text, without that of drawings."""
        if not {"svg", *UNSEEN} & {*self._open}:
            self._say(data if "pre" in self._open else re.sub(r"\s+", " ", data))

    def _draw(self, tag: str, given: dict[str, str | None]) -> None:
        """Of a drawing: its size, its words, and which symbols it has."""
        named = (
            [given.get(name) for name in ("class", "viewbox", "aria-label")] if tag == "svg" else [given.get("href")]
        )
        self._picture += [word for word in (*named, given.get("id")) if word]

    def _say(self, text: str) -> None:
        self.lines = self.lines or [""]
        self.lines[-1] += text


def seen(page: Iterable[str]) -> list[str]:
    """The lines of a page of HTML as they are read; those without a word are left out."""
    reader = _Reader()
    reader.feed("\n".join(page))
    reader.close()
    return [re.sub("  +", " ", line).strip() for line in reader.lines if line.strip()]
