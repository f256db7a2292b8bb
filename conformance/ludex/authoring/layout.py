"""A text of scenarios laid out in the one way, if it then says the same."""

from __future__ import annotations

from pathlib import Path

from ludex.authoring.files import PARTS
from ludex.scenario import read_text
from ludex.scenario.formatting import format_text, in_one_form, meaning, skeleton


def layout_of(text: str, path: Path) -> tuple[str, list[str]]:
    """The text laid out anew, and the errors that keep it from being so."""
    plain = text.removeprefix("\ufeff")
    if path.suffix in PARTS:
        anew = format_text(plain)
        same = skeleton(anew) == skeleton(plain)
        return anew, [] if same else [_change_error(path)]
    file = read_text(plain, str(path))
    if file.problems:
        return text, [problem.show(str(path)) for problem in file.problems]
    anew = format_text(in_one_form(plain, file))
    after = read_text(anew, str(path))
    same = not after.problems and meaning(after) == meaning(file)
    return anew, [] if same else [_change_error(path)]


def _change_error(path: Path) -> str:
    return f"{path}: its indentation means something that the usual layout does not; indent its parts alike by hand"
