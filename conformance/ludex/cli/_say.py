"""Prints what may hold the text of an author or of an engine."""


def say(text: str) -> None:
    """Print what may hold an author's text, which steers no terminal."""
    from ludex.judge.escape import visible

    if text:
        print(visible(text, len(text), lines=True))
