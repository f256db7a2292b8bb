"""The formats of a report, each a way to lay out the same summary."""

from collections.abc import Iterator
from typing import Final

from ludex.fault import Fault
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.results import Results
from ludex.report.source import ResultsSource
from ludex.report.terminal import report
from ludex.vectors.suite import Suite


def _page(results: Results, suite: Suite, show: int) -> Iterator[str]:
    """A page; what makes it is loaded when it is asked for."""
    from ludex.report.html import html

    yield from html(results, suite, show)


_FORMATS: Final = {"terminal": (report, 5), "junit": (junit, 100), "markdown": (markdown, 10), "html": (_page, 20)}
"""Each with the failures that it usually draws; a page draws so many of each cause."""
FORMATS: Final = tuple(_FORMATS)


def tell(source: ResultsSource, how: str, show: int | None = None) -> Iterator[str]:
    """The lines of a report; `show` failures are drawn (each format has its own usual number)."""
    if how not in _FORMATS:
        raise Fault(f"no format {how!r}", f"Formats: {', '.join(FORMATS)}.")
    lay_out, usual = _FORMATS[how]
    yield from lay_out(source.results, source.suite, usual if show is None else show)
