"""Words that hang on a number."""


def counted(number: int, one: str, several: str = "") -> str:
    """`1 vector`, `5,489 vectors`: a number with its noun."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"
