"""Wrong engines are found, each slip apart, and the finding is nearly as small as the smallest vector that tells."""

from __future__ import annotations

from tests.fuzz.found import QUESTIONS, apart, pairs_of, slips_of, table
from tests.wrong_engines import ALL

GAME = "tactics"  # of Minions another seed may miss some; those of Tribun take as long again
SAMPLE = {"TAC-TRN-2", "TAC-MOV-6"}  # which are met soon; LUDEX_ALL=1 looks for all


def test_wrong_engines_are_found_and_the_findings_are_small() -> None:
    slips = [slip for slip in slips_of(GAME) if ALL or slip.clause in SAMPLE]
    found = list(table(GAME, slips))
    assert len(found) == len(slips) > 0
    assert [(one.slip.name, one.question, one.units, one.witness) for one in found if not one.is_small] == []


def test_the_findings_of_two_slips_in_one_engine_are_apart() -> None:
    first, second = (slip for slip in slips_of(GAME) if slip.clause in SAMPLE)
    pairs = pairs_of(GAME) if ALL else [(first, second)]
    numbers = [number for _, number in apart(GAME, pairs, QUESTIONS, "0")]
    assert len(numbers) == len(pairs)
    assert all(numbers)
