"""Pages that stand by themselves: one file, nothing fetched, and nothing of a text is anything but text."""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ludex.judge.escape import visible
from ludex.report.pencil import Pencil
from ludex.where import version

MOST_LETTERS = 100_000  # of one text; where less is to be said, whoever says it cuts it
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*\s][^*]*)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@cache
def environment(room: str = "ludex.report") -> Environment:
    """The templates of a room; whatever they are given is escaped."""
    found = Environment(
        loader=PackageLoader(room, "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_harmless,
    )
    found.filters["inline"] = inline
    return found


def _harmless(value: object) -> object:
    """Whatever a template says of a text: no letter in it steers anything, and none is hidden."""
    return visible(value, MOST_LETTERS, lines=True) if type(value) is str else value


def inline(text: str) -> Markup:
    """A sentence of a rulebook: its code and emphasis, and of a link the words."""
    told = _LINK.sub(r"\1", str(escape(visible(text, MOST_LETTERS))))
    parts = _CODE.split(told)
    for place in range(0, len(parts), 2):
        parts[place] = _EMPHASIS.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", parts[place]))
    parts[1::2] = [f"<code>{part}</code>" for part in parts[1::2]]
    return Markup("".join(parts))


def page(template: str, pencil: Pencil, **given: object) -> Iterator[str]:
    """The lines of a page; `given` is what its template asks for."""
    script = (files("ludex.report") / "pages" / "page.js").read_text(encoding="utf-8")
    style = (files("ludex.report") / "pages" / "page.css").read_text(encoding="utf-8")
    whole = (
        environment()
        .get_template(template)
        .render(
            **given,
            ludex=version(),
            pencil=pencil,
            script=Markup(script),
            style=Markup(style),
            script_hash=script_hash(script),
        )
    )
    yield from whole.split("\n")


def script_hash(script: str) -> str:
    """By which a page lets its own script run and no other; the template puts a line feed before it."""
    return "sha256-" + b64encode(sha256(f"\n{script}".encode()).digest()).decode()
