"""The one place where a run becomes a score, a sentence and an exit status."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET, Struct, UnsetType

from ludex.judge.verdict import EXPECTED_FAIL, NOT_OFFERED, NOT_RUN, PASS, SINGULAR, VERDICTS, WORDS
from ludex.wording import quantity

GREEN, RED, OURS, INTERRUPTED = 0, 1, 2, 130


class Imaged(Struct, frozen=True, forbid_unknown_fields=True):
    """How many of the selected vectors are images of others, and how many vectors have none."""

    selected: int
    without: int


class ScorePart(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two scores: how many vectors of its kind were selected and passed, and how many are not offered."""

    selected: int
    passed: int
    aside: int = 0


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """What a run comes to: `counts` without the `unfinished`; `stale` expected failures match nothing.

    `sides` are those of the selected that say of one operation what vectors say of another; `free` is the number of
    fields that were not judged, in the answers that were. `plays` is the part of the vectors that can be read, `reads`
    that of malformed input; what was expected to fail, and did, is no pass in either.
    """

    counts: dict[str, int]
    selected: int
    status: int
    sentence: str
    unfinished: dict[str, int] = {}
    stale: int = 0
    images: Imaged | UnsetType = UNSET
    sides: int | UnsetType = UNSET
    free: int | UnsetType = UNSET
    plays: ScorePart | UnsetType = UNSET
    reads: ScorePart | UnsetType = UNSET


def conclude(
    tally: Mapping[str, int],
    interrupted: bool = False,
    require_all: bool = False,
    unfinished: Mapping[str, int] | None = None,
    stale: int = 0,
    fault: str = "",
    images: Imaged | None = None,
    pair: bool = False,
    free: int = 0,
    sides: int = 0,
    malformed: Mapping[str, int] | None = None,
) -> Score:
    """Green only when every selected vector is a pass or an expected failure, and there is at least one.

    Vectors of operations that the engine does not offer are not selected, unless all are required; what is
    declared unfinished is not selected either. A fault of ours comes before everything but an interruption. Of a
    `pair` of engines nobody says that they pass, for no expected answer was looked at. `malformed` is the part of the
    tally that is of malformed input; without it nobody can tell the two scores.
    """
    counts = {verdict: tally.get(verdict, 0) for verdict in VERDICTS}
    aside = 0 if require_all else counts[NOT_OFFERED]
    selected = sum(counts.values()) - aside
    good = counts[PASS] + counts[EXPECTED_FAIL]
    status = GREEN if good and good == selected and not stale else RED
    status = INTERRUPTED if interrupted else OURS if fault else status
    apart = {verdict: (unfinished or {})[verdict] for verdict in VERDICTS if (unfinished or {}).get(verdict)}
    parts = [*_opening(interrupted, fault), _sentence(counts, selected, aside, fault, pair)]
    plays, reads = _two_parts(tally, malformed, require_all)
    parts += [*_two_scores(plays, reads, pair), *_image_lines(images)]
    parts += [f"Sides among them, made of stored vectors: {sides:,}."] if sides else []
    sentence = " ".join([*parts, *_beside(aside, counts[NOT_RUN] > 0, apart, stale, free)])
    seen, of_sides, unjudged = images or UNSET, sides or UNSET, free or UNSET
    return Score(counts, selected, status, sentence, apart, stale, seen, of_sides, unjudged, plays, reads)


def _two_parts(
    tally: Mapping[str, int], malformed: Mapping[str, int] | None, require_all: bool
) -> tuple[ScorePart | UnsetType, ScorePart | UnsetType]:
    if malformed is None:
        return UNSET, UNSET
    rest = {verdict: many - malformed.get(verdict, 0) for verdict, many in tally.items()}
    return _part(rest, require_all), _part(malformed, require_all)


def _part(counts: Mapping[str, int], require_all: bool) -> ScorePart:
    aside = 0 if require_all else counts.get(NOT_OFFERED, 0)
    return ScorePart(sum(counts.values()) - aside, counts.get(PASS, 0), aside)


def _two_scores(plays: ScorePart | UnsetType, reads: ScorePart | UnsetType, pair: bool) -> Iterator[str]:
    """`Plays by the rules: 8,470 of 8,470; malformed input: not offered.`, where there is malformed input at all."""
    if isinstance(plays, ScorePart) and isinstance(reads, ScorePart) and (reads.selected or reads.aside):
        does = "Well-formed input" if pair else "Plays by the rules"
        yield f"{does}: {part_in_words(plays)}; malformed input: {part_in_words(reads)}."


def part_in_words(part: ScorePart) -> str:
    """`8,470 of 8,470`, or that nothing of the kind is offered."""
    if not part.selected:
        return "not offered" if part.aside else "not asked"
    return f"{part.passed:,} of {part.selected:,}"


def _opening(interrupted: bool, fault: str) -> Iterator[str]:
    if interrupted:
        yield "Interrupted."
    if fault:
        yield "The vectors are at fault, not the engine."


def _sentence(counts: Mapping[str, int], selected: int, aside: int, fault: str, pair: bool) -> str:
    if not selected:
        return "Nothing was judged, and nothing is not a pass."
    passed, one = counts[PASS], counts[PASS] == 1 or selected == 1
    does = ("is answered alike" if one else "are answered alike") if pair else "passes" if one else "pass"
    many = _many(selected, fault)
    if passed == selected:
        return f"The only {many.removeprefix('1 ')} {does}." if one else f"All {many} {does}."
    others = {verdict: counts[verdict] for verdict in VERDICTS if verdict != PASS}
    if aside:
        others.pop(NOT_OFFERED)
    return f"{passed:,} of {many} {does}; {counts_in_words(others)}."


def _many(selected: int, fault: str) -> str:
    return f"{quantity(selected, 'vector')} that could be read" if fault else quantity(selected, "selected vector")


def _image_lines(images: Imaged | None) -> Iterator[str]:
    if images is not None:
        without = f"; vectors without any: {images.without:,}" if images.without else ""
        yield f"Images among them: {images.selected:,}{without}."


def counts_in_words(counts: Mapping[str, int]) -> str:
    """`3 fail, 1 error`."""
    return ", ".join(quantity(count, SINGULAR[verdict], WORDS[verdict]) for verdict, count in counts.items() if count)


def _beside(aside: int, is_cut_short: bool, unfinished: Mapping[str, int], stale: int, free: int) -> Iterator[str]:
    if aside:
        of = ", of what the run came to" if is_cut_short else ""
        yield f"Not offered, and not selected{of}: {aside:,}."
    if unfinished:
        yield f"Declared unfinished, and not counted: {counts_in_words(unfinished)}."
    if stale:
        yield f"Expected failures that match nothing: {stale:,}."
    if free:
        yield f"{quantity(free, 'field')} free, and not judged."
