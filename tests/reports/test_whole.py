"""Every report of a run in which everything occurs reads as it did when it was last looked at."""

import pytest

from tests.reports.whole import FOLDER, reports

REPORTS = reports()


def test_each_report_is_compared() -> None:
    assert REPORTS.keys() == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_a_report_reads_as_it_did(name: str) -> None:
    """If it reads better now: `python -m tests.reports.whole` writes it anew."""
    assert "\n".join(REPORTS[name]) + "\n" == (FOLDER / name).read_text(encoding="utf-8")
