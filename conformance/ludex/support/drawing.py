"""Pictures in plain text, put side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest


def beside(pictures: Sequence[str], width: int, gap: int = 2) -> str:
    """Pictures side by side where they fit in so many letters, one below another where they do not."""
    blocks = [picture.splitlines() for picture in pictures]
    widths = [max(map(len, block), default=0) for block in blocks]
    if sum(widths) + gap * (len(blocks) - 1) > width:
        return "\n\n".join(pictures)
    padded = (
        [line.ljust(wide) for line in _fill_block(block, blocks)] for block, wide in zip(blocks, widths, strict=True)
    )
    return "\n".join((" " * gap).join(lines).rstrip() for lines in zip_longest(*padded))


def _fill_block(block: list[str], blocks: list[list[str]]) -> list[str]:
    return block + [""] * (max(map(len, blocks)) - len(block))
