"""``include "name.ludex-part"``: the lines of another file inside of the project stand in place of the line."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ludex.notation import NotReadable
from ludex.notation.reading import as_typed, did_you_mean
from ludex.scenario.lines import ScenarioLine, lines_of

SUFFIX = ".ludex-part"
EXAMPLE = f'"opening{SUFFIX}"'
# In one file, so that files which include each other twice and twice again come to an end.
MOST_INCLUSIONS = 100
LARGEST = 4 << 20  # bytes of a file with all that it includes
ROOTS = (".git", "pyproject.toml")
_INCLUDE = re.compile(r'"([^"]*)"')


@dataclass
class Inclusion:
    """What is read so far: the paths that were included, and how much may still be."""

    included: list[str] = field(default_factory=list)
    left: int = LARGEST


def project_of(path: Path) -> Path:
    """The folder that no include leaves: the nearest above the file with a project in it, else the file's own."""
    folder = real_path(path).parent
    above = (one for one in (folder, *folder.parents) if any((one / name).exists() for name in ROOTS))
    return next(above, folder)


def real_path(path: str | Path) -> Path:
    """Where a path leads; a circle of links is no error here, but no file is found there."""
    return Path(os.path.realpath(path))


def all_lines(
    text: str, path: str, inclusion: Inclusion, file: str = "", open_files: tuple[Path, ...] = ()
) -> Iterator[ScenarioLine | NotReadable]:
    """The lines of a text and of what it includes; ``path`` is where the text stands, ``file`` how errors name it."""
    for line in lines_of(text, file):
        if isinstance(line, NotReadable) or not is_include(line):
            yield line
            continue
        try:
            yield from _include(line, path, inclusion, open_files)
        except NotReadable as problem:
            yield problem


def is_include(line: ScenarioLine) -> bool:
    """Whether a line asks for another file."""
    return line.keyword == "include" and _INCLUDE.fullmatch(line.body) is not None


def _include(
    line: ScenarioLine, path: str, inclusion: Inclusion, open_files: tuple[Path, ...]
) -> Iterator[ScenarioLine | NotReadable]:
    if not path:
        raise line.place.problem("no include, for this text is no file that another could be looked for from")
    name = line.body[1:-1]
    found = _file_meant(line, name, path)
    open_files = open_files or (real_path(path),)
    if found in open_files:
        raise line.body_place.problem("a file that does not include itself, by whatever way round")
    shown = os.path.normpath(os.path.join(os.path.dirname(path), name))
    text = _text(line, found, inclusion)
    inclusion.included.append(shown)
    for inner in all_lines(text, str(found), inclusion, shown, (*open_files, found)):
        yield replace(inner, indent=inner.indent + line.indent) if isinstance(inner, ScenarioLine) else inner


def _file_meant(line: ScenarioLine, name: str, path: str) -> Path:
    """The file that is meant; raises NotReadable unless it is one, and inside of the project."""
    place = line.body_place
    if not name.endswith(SUFFIX):
        raise place.problem(f"the name of a file that ends in {as_typed(SUFFIX)}, such as {as_typed(EXAMPLE)}")
    if "\\" in name or os.path.isabs(name) or name[1:2] == ":":
        raise place.problem(f"a path from the folder of this file, with {as_typed('/')} between folders")
    root = project_of(Path(path))
    written = Path(os.path.normpath(real_path(path).parent / name))
    found = real_path(written)
    if not (written.is_relative_to(root) and found.is_relative_to(root)):
        raise place.problem("a file inside of the project")
    if not found.is_file():
        near = [one.name for one in written.parent.glob(f"*{SUFFIX}")] if written.parent.is_dir() else []
        hint = did_you_mean(written.name, near) or "the path goes from the folder of this file"
        raise place.problem("a file that is there; this one is not", hint)
    return found


def _text(line: ScenarioLine, found: Path, inclusion: Inclusion) -> str:
    place = line.body_place
    try:
        inclusion.left -= found.stat().st_size
        if inclusion.left < 0 or len(inclusion.included) >= MOST_INCLUSIONS:
            raise place.problem(f"at most {MOST_INCLUSIONS} includes and {LARGEST >> 20} MB in all")
        return found.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise place.problem(f"a file that can be read; this one cannot be: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise place.problem("a file with text in UTF-8") from None
