"""Chapters of a rulebook as HTML: nothing in a text is markup of its own, and each link leads to a page of the site."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ludex.judge.escape import visible

MOST_LETTERS = 1_000_000  # of a chapter
RENDERED = ("text", "em_open", "em_close", "link_open", "link_close", "image", "table_open", "table_close", "fence")
Target = Callable[[str], str | None]  # where a link of a text leads on the site; None for nowhere
_STRANGE = re.compile(r"[^\w\- ]")


class Section(NamedTuple):
    """A heading with all that stands below it, up to the next: its level (0: before any), its words, its id."""

    level: int
    title: str
    anchor: str
    html: Markup


class Names(NamedTuple):
    """What is linked wherever a text names it: clauses, also without the first letters of their book, and entries."""

    prefix: str
    clauses: Mapping[str, str]
    entries: Mapping[str, str]


def slug(title: str, taken: set[str]) -> str:
    """The id of a heading, as forges make it, given once."""
    stem = _STRANGE.sub("", title.lower()).replace(" ", "-") or "section"
    name, number = stem, 1
    while name in taken:
        name, number = f"{stem}-{number}", number + 1
    taken.add(name)
    return name


class Texts:
    """Renders the texts of one rulebook for pages that lie in one folder."""

    def __init__(self, names: Names, target: Target) -> None:
        self._names, self._target = names, target
        short = re.escape(names.prefix) + "-"
        self._clause = re.compile(rf"\b(?:{short})?[A-Z]{{3}}-[0-9]+\b")
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        for name in RENDERED:
            self._markdown.renderer.rules[name] = getattr(self, f"_{name}")  # type: ignore[attr-defined]

    def sections(self, text: str, anchor_of: Callable[[str], str | None]) -> Iterator[Section]:
        """The sections of a chapter; `anchor_of` may say the id of a heading."""
        tokens = self._markdown.parse(visible(text, MOST_LETTERS, lines=True))
        starts = [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
        taken: set[str] = set()
        env: dict[str, Any] = {"tables": 0, "inside": 0}
        if tokens[: starts[0] if starts else None]:
            yield Section(0, "", "", self._render(tokens[: starts[0] if starts else None], env))
        for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
            title = tokens[start + 1].content
            anchor = anchor_of(title) or slug(title, taken)
            tokens[start].attrSet("id", anchor)
            yield Section(int(tokens[start].tag[1:]), title, anchor, self._render(tokens[start:end], env))

    def html(self, text: str) -> Markup:
        """A text without headings of its own, such as the notes of a clause."""
        env: dict[str, Any] = {"tables": 0, "inside": 0}
        return self._render(self._markdown.parse(visible(text, MOST_LETTERS, lines=True)), env)

    def line(self, text: str) -> Markup:
        """A sentence."""
        env: dict[str, Any] = {"tables": 0, "inside": 0}
        return Markup(self._markdown.renderInline(visible(text, MOST_LETTERS), env))

    def _render(self, tokens: Sequence[Token], env: dict[str, Any]) -> Markup:
        return Markup(self._markdown.renderer.render(tokens, self._markdown.options, env))

    # -- rules of rendering

    def _text(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        content = tokens[idx].content
        if env["inside"]:
            return escape(content)
        parts, last = list[str](), 0
        for found in self._clause.finditer(content):
            name = found[0] if found[0] in self._names.clauses else f"{self._names.prefix}-{found[0]}"
            if name in self._names.clauses:
                parts += [escape(content[last : found.start()]), _link(self._names.clauses[name], found[0])]
                last = found.end()
        return "".join([*parts, escape(content[last:])])

    def _em_open(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        """An emphasized name of an entry leads to it."""
        named = tokens[idx + 1].content if tokens[idx + 2].type == "em_close" else ""
        target = None if env["inside"] else self._names.entries.get(named)
        env["entry"] = target is not None
        return f'<em><a href="{escape(target)}">' if target is not None else "<em>"

    def _em_close(self, _: Sequence[Token], __: int, ___: Any, env: Any) -> str:
        was_entry, env["entry"] = env.get("entry"), False
        return "</a></em>" if was_entry else "</em>"

    def _link_open(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        target = self._target(str(tokens[idx].attrGet("href") or ""))
        env["inside"] += 1
        env.setdefault("links", []).append(target is not None)
        return f'<a href="{escape(target)}">' if target is not None else ""

    def _link_close(self, _: Sequence[Token], __: int, ___: Any, env: Any) -> str:
        env["inside"] -= 1
        return "</a>" if env["links"].pop() else ""

    def _image(self, tokens: Sequence[Token], idx: int, _: Any, __: Any) -> str:
        said = escape(tokens[idx].content)
        target = self._target(str(tokens[idx].attrGet("src") or ""))
        return f'<img src="{escape(target)}" alt="{said}">' if target is not None else said

    def _table_open(self, _: Sequence[Token], __: int, ___: Any, env: Any) -> str:
        env["tables"] += 1
        return f'<div class="wide" role="region" aria-label="Table {env["tables"]}" tabindex="0"><table>'

    def _table_close(self, _: Sequence[Token], __: int, ___: Any, ____: Any) -> str:
        return "</table></div>"

    def _fence(self, tokens: Sequence[Token], idx: int, _: Any, __: Any) -> str:
        return f'<pre tabindex="0">{escape(tokens[idx].content)}</pre>'


def _link(target: str, words: str) -> str:
    return f'<a href="{escape(target)}">{escape(words)}</a>'


def address(*parts: str) -> str:
    """A path on the site as a link writes it."""
    return "/".join(quote(part, safe="~@=,.-_") for part in parts)
