"""The formats of a report, each a way to lay out the same summary."""

from collections.abc import Iterator
from typing import Final

from ludex.fault import Fault
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.source import ResultsSource
from ludex.report.terminal import report

_FORMATS: Final = {"terminal": (report, 5), "junit": (junit, 100), "markdown": (markdown, 10)}
"""Each with the failures that it usually draws."""
FORMATS: Final = tuple(_FORMATS)


def tell(source: ResultsSource, how: str, show: int | None = None) -> Iterator[str]:
    """The lines of a report; `show` failures are drawn (each format has its own usual number)."""
    if how not in _FORMATS:
        raise Fault(f"no format {how!r}", f"Formats: {', '.join(FORMATS)}.")
    lay_out, usual = _FORMATS[how]
    yield from lay_out(source.results, source.suite, usual if show is None else show)
