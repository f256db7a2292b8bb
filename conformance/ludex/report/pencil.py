"""Boards on a page: each symbol is defined once, however often it is drawn."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from ludex.support import svg
from ludex.support.svg import LegendLine, Sketch

MOST_LETTERS_SAID = 800  # of what a screen reader says of a board


class Sample(NamedTuple):
    """A line of a legend: a symbol as it is drawn, and what it stands for."""

    drawn: Markup
    words: str


class Pencil:
    """Draws on one page, and knows what the page must define."""

    def __init__(self) -> None:
        self._symbols: dict[str, str] = {}

    def board(self, sketch: Sketch, title: str) -> Markup:
        """A drawing; `title` and what is seen are its text for whoever cannot see it."""
        said = f"{title}: {sketch.title}" if sketch.title else title
        cut = said if len(said) <= MOST_LETTERS_SAID else f"{said[:MOST_LETTERS_SAID]}…"
        figure = svg.figure(sketch, cut)
        self._symbols.update(sketch.symbols)
        return Markup(figure)

    def samples(self, pieces: Iterable[LegendLine]) -> Iterator[Sample]:
        """The symbols of a legend, each by itself, with what they stand for: the first of those with the same words."""
        half = svg.SYMBOL_PIXELS / 2
        box = f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}"
        by_words: dict[str, LegendLine] = {}
        for piece in pieces:
            by_words.setdefault(piece.words, piece)
        for piece in by_words.values():
            drawn = f'<svg viewBox="{box}" aria-hidden="true">{svg.use(piece.symbol, 0, 0)}</svg>'
            yield Sample(Markup(drawn), piece.words)

    def definitions(self) -> Markup:
        """The symbols of all drawings so far."""
        if not self._symbols:
            return Markup()
        return Markup(f'<svg class="defs" aria-hidden="true">{svg.definitions(self._symbols)}</svg>')
