"""Words that hang on a number, and numbers of words."""

import math
from collections.abc import Iterable, Iterator, Sequence

FEWEST_WORDS_OF_AN_ARGUMENT = 4


def quantity(number: int, one: str, several: str = "") -> str:
    """`1 vector`, `5,489 vectors`: a number with its noun."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def shorten(text: str, most: int) -> str:
    """So many letters of a text; three dots say that there are more."""
    return text if len(text) <= most else text[:most] + "…"


def share(of_one: float) -> str:
    """`99.97 %` of 0.99979: never rounded up, so that 100 % means all."""
    return f"{math.floor(of_one * 10_000 + 1e-9) / 100:.2f} %"


def is_argued(why: str) -> bool:
    """Whether an excuse is a sentence, or what may be one: of as many words as that takes."""
    return len(why.split()) >= FEWEST_WORDS_OF_AN_ARGUMENT


def texts_with_counts(counts: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Each text once: `5,489 times: …` where it came so often."""
    yield from (text if count == 1 else f"{count:,} times: {text}" for text, count in counts)


def first(texts: Sequence[str], many: int, one: str = "", several: str = "") -> Iterator[str]:
    """The first of many texts, and how many are left out: `… and 3 more`, `… and 1 more reason`."""
    yield from texts[:many]
    left = len(texts) - many
    if left > 0:
        yield f"… and {left:,} more" + (f" {one if left == 1 else several or one + 's'}" if one else "")


def time_left(done: int, of: int, seconds: float) -> str:
    """How long what is left will take, if it goes on as until now: `, about 3 min left`; nothing where nobody knows."""
    if not 0 < done < of:
        return ""
    left = seconds / done * (of - done)
    return f", about {left / 60:.0f} min left" if left >= 90 else f", about {left:.0f} s left"
