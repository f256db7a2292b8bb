"""Every report of a run in which everything occurs reads as it did when it was last looked at."""

import pytest

from tests.reports.whole import FOLDER, reports

NAMES = sorted(path.name for path in FOLDER.iterdir())


@pytest.fixture(scope="module")
def told() -> dict[str, list[str]]:
    return reports()


def test_each_report_is_compared(told: dict[str, list[str]]) -> None:
    assert sorted(told) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_report_reads_as_it_did(told: dict[str, list[str]], name: str) -> None:
    """If it reads better now: `python -m tests.reports.whole` writes it anew."""
    assert "\n".join(told[name]) + "\n" == (FOLDER / name).read_text(encoding="utf-8")
