"""The one place where a run becomes a score, a sentence and an exit status."""

from collections.abc import Mapping

from msgspec import Struct

from ludex.judge.verdict import EXPECTED_FAIL, NOT_OFFERED, PASS, VERDICTS, WORDS

GREEN, RED, OURS, INTERRUPTED = 0, 1, 2, 130


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """What a run comes to."""

    counts: dict[str, int]
    selected: int
    status: int
    sentence: str


def conclude(tally: Mapping[str, int], interrupted: bool = False, require_all: bool = False) -> Score:
    """Green only when every selected vector is a pass or an expected failure, and there is at least one.

    Vectors of optional operations that the engine does not offer are not selected, unless all are required.
    """
    counts = {verdict: tally.get(verdict, 0) for verdict in VERDICTS}
    aside = 0 if require_all else counts[NOT_OFFERED]
    selected = sum(counts.values()) - aside
    good = counts[PASS] + counts[EXPECTED_FAIL]
    status = INTERRUPTED if interrupted else GREEN if good and good == selected else RED
    return Score(counts, selected, status, _sentence(counts, selected, aside, interrupted))


def _sentence(counts: Mapping[str, int], selected: int, aside: int, interrupted: bool) -> str:
    if not selected:
        told = "Nothing was judged, and nothing is not a pass."
    elif counts[PASS] == selected:
        told = f"All {selected:,} selected vectors pass."
    else:
        others = ", ".join(
            f"{counts[verdict]:,} {WORDS[verdict]}"
            for verdict in VERDICTS
            if verdict != PASS and counts[verdict] and not (verdict == NOT_OFFERED and aside)
        )
        told = f"{counts[PASS]:,} of {selected:,} selected vectors pass; {others}."
    beside = f" Not offered, and not selected: {aside:,}." if aside else ""
    return ("Interrupted. " if interrupted else "") + told + beside
