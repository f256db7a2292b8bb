"""Prints what may hold the text of an author or of an engine: it steers no terminal, and has colours on one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {
    r"(?m)^FAIL .*|^ +stop: .*|: stopped\b": "bold red",
    r"\b[1-9][0-9,]* (?:fail|cannot be played|errors? in files|to mend)\b": "bold red",
    r"\b[1-9][0-9,]* pass\b|: passes\b|nothing to mend": "green",
    r"(?m)^[^\s:]+:\d+:\d+:": "bold",
    r"(?m)^ +\^$": "bold red",
    r"(?m)^(?:refused|illegal|unreadable): .*": "yellow",
    r"[Dd]id you mean [^?]*\?": "cyan",
    r"(?m)\[[a-z-]+\]$": "dim",
}


def say(text: str, stream: TextIO | None = None) -> None:
    """Print what may hold an author's text: nothing in it steers a terminal."""
    from ludex.judge.escape import visible

    if not text:
        return
    stream, shown = stream or sys.stdout, visible(text, len(text), lines=True)
    if not has_colors(stream):
        print(shown, file=stream)
        return
    from rich.text import Text

    told = Text(shown)
    for pattern, style in STYLES.items():
        told.highlight_regex(pattern, style)
    _console(stream).print(told, soft_wrap=True)


def print_or_write(lines: Iterable[str], output: Path | None) -> None:
    """The lines of a report, on the terminal or in the file of `--output`."""
    if output is None:
        for line in lines:
            print(line)
        return
    from ludex.outlet import write

    write(output, (f"{line}\n".encode() for line in lines), "--output")


def has_colors(stream: TextIO) -> bool:
    """Whether there is a person at a terminal who does not do without colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@cache
def _console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, highlight=False)
