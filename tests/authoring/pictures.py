"""Makes the pictures of the README and the rulebooks: scenarios that are shipped, as `ludex show` draws them.

``python -m tests.authoring.pictures`` writes them; a test holds that they are as they would be made.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludex.authoring.scenes import in_svg
from ludex.authoring.subjects import plays_of
from ludex.where import spec

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
SUBJECTS = {
    "tribun": "tribun/scenarios/enslaving.ludex:15",
    "tactics": "tactics/scenarios/combined.ludex:71",
    "minions": "minions/scenarios/06-attacking.ludex:12",
}


def made() -> Iterator[tuple[Path, str]]:
    """Each picture, with the path that it is kept under."""
    for name, subject in SUBJECTS.items():
        plays, left_out = plays_of(str(spec() / subject), None, None)
        assert not left_out
        yield FOLDER / f"{name}.svg", in_svg(plays)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in made():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
