"""Words that hang on a number."""

from collections.abc import Iterable, Iterator


def counted(number: int, one: str, several: str = "") -> str:
    """`1 vector`, `5,489 vectors`: a number with its noun."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def summed(counts: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Each text once: `5,489 times: …` where it came so often."""
    yield from (text if count == 1 else f"{count:,} times: {text}" for text, count in counts)
