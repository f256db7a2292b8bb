"""Reports of a run that is over: a results file, told again for a terminal, for JUnit readers, or in Markdown."""

from collections.abc import Callable, Iterator
from typing import Final

from ludex.fault import Fault
from ludex.report.results import Results
from ludex.report.source import ResultsSource, open_results
from ludex.vectors.suite import Suite

__all__ = ["FORMATS", "ResultsSource", "open_results", "told"]

Teller = Callable[[Results, Suite, int], Iterator[str]]


def _terminal(results: Results, suite: Suite, show: int) -> Iterator[str]:
    from ludex.report.terminal import report

    return report(results, suite, show)


def _junit(results: Results, suite: Suite, show: int) -> Iterator[str]:
    from ludex.report.junit import junit

    return junit(results, suite, show)


def _markdown(results: Results, suite: Suite, show: int) -> Iterator[str]:
    from ludex.report.markdown import markdown

    return markdown(results, suite, show)


_TELLERS: Final[dict[str, Teller]] = {"terminal": _terminal, "junit": _junit, "markdown": _markdown}
FORMATS: Final = tuple(_TELLERS)
SHOWN: Final = {"terminal": 5, "junit": 100, "markdown": 10}


def told(source: ResultsSource, how: str, show: int | None = None) -> Iterator[str]:
    """The lines of a report; `show` failures are drawn (each format has its own usual number)."""
    if how not in _TELLERS:
        raise Fault(f"no format {how!r}", f"Formats: {', '.join(FORMATS)}.")
    yield from _TELLERS[how](source.results, source.suite, SHOWN[how] if show is None else show)
