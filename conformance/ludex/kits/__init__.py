"""Starter adapters: for each language a small folder that speaks the wire, with a game's own codecs where it has some.

A language is a folder here, with its facts in kit.json; a game adds to it, or replaces files of it, with a folder
`kit/<language>` of its own in `ludex.support.<game>`.
"""

import shutil
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import join
from typing import Final

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.outlet import be_ready, write
from ludex.support import support_of

_NOT_COPIED: Final = frozenset({"kit.json", "files.md", "__pycache__"})


class Kit(Struct, frozen=True, forbid_unknown_fields=True):
    """What must be known of a language: its name, what it needs, how an adapter is built and run, what to write."""

    name: str
    needs: tuple[str, ...]
    minimum: str
    build: tuple[str, ...]
    run: tuple[str, ...]
    game: str
    wire: str

    @property
    def lacking(self) -> str:
        """What this machine lacks, in words; nothing when the adapter can be built and run."""
        missing = [tool for tool in self.needs if shutil.which(tool) is None]
        return f"{', '.join(missing)} not on PATH" if missing else ""


def languages() -> tuple[str, ...]:
    """The languages that have a kit."""
    return tuple(sorted(folder.name for folder in files("ludex.kits").iterdir() if (folder / "kit.json").is_file()))


def kit_of(language: str) -> Kit:
    """The facts of a language's kit."""
    if language not in languages():
        raise Fault(*_unknown("kit", language, languages()))
    return msgspec.json.decode((files("ludex.kits") / language / "kit.json").read_bytes(), type=Kit)


def _unknown(what: str, name: str, known: tuple[str, ...]) -> tuple[str, str]:
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), known, n=1)
    hint = f"Did you mean {close[0]}? " if close else ""
    return f"no {what} for {name!r}", f"{hint}There is: {', '.join(known) or 'none'}."


def write_kit(language: str, game: str, folder: Path) -> list[Path]:
    """Writes an adapter into a new or empty folder, and gives the files."""
    kit = kit_of(language)
    if game not in where.games():
        raise Fault(*_unknown("game", game, where.games()))
    texts = dict(_texts(language, game))
    texts["README.md"] = _readme(kit, language, game)
    words = _words(kit, game)
    _make_ready(folder)
    try:
        return [_write(folder / name, _fill(text, words)) for name, text in sorted(texts.items())]
    except Fault:
        _clear(folder)
        raise


def _write(path: Path, text: str) -> Path:
    be_ready(path.parent, "a kit")
    write(path, [text.encode()], "a kit")
    return path


def _clear(folder: Path) -> None:
    """Half a kit is none, and would stand in the way of the next."""
    for made in folder.iterdir():
        if made.is_dir():
            shutil.rmtree(made, ignore_errors=True)
        else:
            made.unlink(missing_ok=True)


def _make_ready(folder: Path) -> None:
    be_ready(folder, "a kit")
    if any(folder.iterdir()):
        raise Fault(f"{folder} is there already, and is not empty", "Name a new folder: nothing is overwritten.")


def _texts(language: str, game: str) -> Iterator[tuple[str, str]]:
    """Path -> text of each file; what the game has comes last, and replaces what stands here."""
    for source in (files("ludex.kits") / language, _of_game(game) / language):
        if source.is_dir():
            yield from _walk(source, "")


def _of_game(game: str) -> Traversable:
    return support_of(game).kit or files("ludex.kits") / "no game of its own"


def _walk(folder: Traversable, before: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.name in _NOT_COPIED or entry.name.endswith(".pyc"):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{before}{entry.name}/")
        else:
            yield before + entry.name, entry.read_text(encoding="utf-8")


def _readme(kit: Kit, language: str, game: str) -> str:
    own = _of_game(game)
    rows = _read(files("ludex.kits") / language / "files.md") + _read(own / language / "files.md")
    build = f"    {join(kit.build)}\n" if kit.build else ""
    text = (files("ludex.kits") / "README.md").read_text(encoding="utf-8")
    text = text.replace("@FILES@\n", rows + "\n").replace("@BUILD@", build)
    return text.replace("@ABOUT@\n", _read(own / "about.md") + "\n")


def _read(file: Traversable) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _words(kit: Kit, game: str) -> dict[str, str]:
    """What stands for each word between two `@` in the files of a kit (lists with the quotes between, not around)."""
    from ludex.protocol.schema import wire_of
    from ludex.seam import reference_of

    required = wire_of(game).required
    return {
        "GAME": game,
        "LANGUAGE": kit.name,
        "MINIMUM": kit.minimum,
        "RUN": join(kit.run),
        "WIRE": kit.wire,
        "GAMEFILE": kit.game,
        "METHODS": '", "'.join(required),
        "REQUIRED": " and ".join(f"`{method}`" for method in required),
        "EDITIONS": '": {}, "'.join(reference_of(game).REGISTER.editions),
    }


def _fill(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
