"""The pictures of the README and the rulebooks are as they would be made, and stand where they are shown."""

from __future__ import annotations

import pytest

from tests.authoring.pictures import FOLDER, ROOT, SUBJECTS, made


def test_the_pictures_are_as_they_would_be_made() -> None:
    """If they are better now: `python -m tests.authoring.pictures` writes them anew."""
    found = dict(made())
    assert sorted(found) == sorted(FOLDER.glob("*.svg"))
    for path, text in found.items():
        assert path.read_text(encoding="utf-8") == text
        assert len(text) < 60_000


@pytest.mark.parametrize("name", SUBJECTS)
def test_each_picture_is_shown_with_words_for_whoever_cannot_see_it(name: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    book = (ROOT / "spec" / name / "rulebook" / "00-reading-this.md").read_text(encoding="utf-8")
    assert f'src="docs/pictures/{name}.svg" alt="' in readme
    assert f"](../../../docs/pictures/{name}.svg)" in book
