"""Reads what stands where in a text whose letters are placed one by one."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator


def placed_names(text: ET.Element) -> Iterator[tuple[str, float, float]]:
    """The words of a text, each with the place of its first letter: letters side by side are one word."""
    places = [(float(x), float(y)) for x, y in zip(text.get("x", "").split(), text.get("y", "").split(), strict=True)]
    letters = text.text or ""
    assert len(places) == len(letters)
    step = float(text.get("font-size", "")) * 0.65
    begin = 0
    for end in range(1, len(letters) + 1):
        if (
            end == len(letters)
            or places[end][1] != places[end - 1][1]
            or not 0 < places[end][0] - places[end - 1][0] < step
        ):
            yield letters[begin:end], *places[begin]
            begin = end
