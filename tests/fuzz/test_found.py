"""Wrong engines are found, and the finding is nearly as small as the smallest vector that tells."""

from __future__ import annotations

from tests.fuzz.found import slips_of, table
from tests.wrong_engines import ALL

GAME = "tactics"  # how small the findings of the other games are was not yet measured
SAMPLE = {"TAC-TRN-2", "TAC-MOV-6"}  # which are met soon; LUDEX_ALL=1 looks for all but those that are missed
MISSED = {"TAC-UNT-5", "TAC-TRN-7"}  # in 20,000 questions


def test_wrong_engines_are_found_and_the_findings_are_small() -> None:
    slips = [slip for slip in slips_of(GAME) if (slip.clause not in MISSED if ALL else slip.clause in SAMPLE)]
    found = list(table(GAME, slips))
    assert len(found) == len(slips) > 0
    assert [(one.slip.name, one.question, one.units, one.witness) for one in found if not one.is_small] == []
