"""Starter adapters: for each language a folder that speaks the wire and holds the game's data as the language does.

A language is a folder here, with its facts in kit.json; what ends with `.jinja` is made from the schema of the game's
wire. A game adds files, or replaces them, with a folder `kit/<language>` of its own in `ludex.support.<game>`.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.outlet import be_ready, write
from ludex.support import support_of

if TYPE_CHECKING:
    from jinja2 import Environment

_NOT_COPIED: Final = frozenset({"kit.json", "files.md", "about.md", "__pycache__"})
_TEMPLATE: Final = ".jinja"


class Kit(Struct, frozen=True, forbid_unknown_fields=True):
    """What must be known of a language: its name, what it needs, how an adapter is built and run, what to write.

    A kit may begin with the files of another language (`base`) but for some (`leaves`), in another form of modules.
    """

    name: str
    needs: tuple[str, ...]
    minimum: str
    build: tuple[str, ...]
    run: tuple[str, ...]
    test: tuple[str, ...]
    game: str
    wire: str
    types: str
    base: str = ""
    leaves: tuple[str, ...] = ()
    modules: str = ""
    fetches: bool = False  # whether building asks a registry of packages
    reserved: tuple[str, ...] = ()  # words that the language keeps for itself
    shows: tuple[str, ...] = ()  # a command that fails where a tool is on PATH, and no toolchain behind it

    @property
    def lacking(self) -> str:
        """What this machine lacks, in words; nothing when the adapter can be built and run."""
        missing = [tool for tool in self.needs if shutil.which(tool) is None]
        if missing:
            return f"{', '.join(missing)} not on PATH"
        return _failure_of(self.shows) if self.shows else ""


def _failure_of(command: tuple[str, ...]) -> str:
    """What a command says that does not do what it should; nothing where it does."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"`{' '.join(command)}` does not start ({type(error).__name__})"
    said = next(iter(done.stderr.splitlines()), "") or f"exit status {done.returncode}"
    return f"`{' '.join(command)}` fails: {said}" if done.returncode else ""


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
    from ludex.kits.examples import examples_of
    from ludex.kits.figures import FILE, figures_of

    kit = kit_of(language)
    if game not in where.games():
        raise Fault(*_unknown("game", game, where.games()))
    texts = _texts_of(kit, language, game)
    if (examples := examples_of(game)) is not None:
        texts["examples.json"] = examples
    if (figures := figures_of(game)) is not None:
        texts[FILE] = figures
    _make_ready(folder)
    try:
        return [_write(folder / name, text) for name, text in sorted(texts.items())]
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


def _texts_of(kit: Kit, language: str, game: str) -> dict[str, str]:
    """Path -> text of each file of a kit, as it is written."""
    words = _words(kit, game)
    sources: dict[str, tuple[str, bool]] = {}
    for name, text in _sources(language, game):  # what the game has comes last, and replaces what stands here
        sources[_fill(name.removesuffix(_TEMPLATE), words)] = text, name.endswith(_TEMPLATE)
    environment, known = _environment(kit), _facts_for(kit, language, game, sorted(sources))
    texts = {
        name: _fill(environment.from_string(text).render(known) if is_template else text, words)
        for name, (text, is_template) in sources.items()
    }
    if kit.modules == "commonjs":
        from ludex.kits.commonjs import commonjs

        texts = {name: commonjs(text) if name.endswith(".js") else text for name, text in texts.items()}
    if kit.modules == "typescript":  # what is the author's is TypeScript, with the same text to begin with
        texts[kit.game] = texts.pop("game.js")
    texts["README.md"] = _fill(_readme(kit, language, game), words)
    return texts


def _sources(language: str, game: str) -> Iterator[tuple[str, str]]:
    """Path -> text of each file before it is filled; what the game has comes last, and replaces what stands here."""
    kit = kit_of(language)
    if kit.base:
        yield from ((name, text) for name, text in _sources(kit.base, game) if name not in kit.leaves)
    for folder in (files("ludex.kits") / language, _of_game(game) / language):
        if folder.is_dir():
            yield from _walk(folder, "")


def _has_own_types(kit: Kit, language: str, game: str) -> bool:
    """Whether the game has types that somebody wrote by hand, in place of those that are made."""
    name = _fill(kit.types, _words(kit, game))
    return any((_of_game(game) / folder / name).is_file() for folder in (kit.base, language) if folder)


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


def _environment(kit: Kit) -> Environment:
    from jinja2 import Environment, StrictUndefined

    from ludex.kits.shapes import camel, pascal, snake

    made = Environment(
        variable_start_string="«",  # no language of programs has these
        variable_end_string="»",
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"pascal": pascal, "camel": camel, "snake": snake}
    made.filters["safe"] = lambda name: f"{name}_" if name in kit.reserved else name
    made.filters["prefixed"] = lambda name, before: before + name
    made.filters["column"] = _column
    made.filters["quoted"] = lambda text: msgspec.json.encode(text).decode()
    return made


def _column(text: str, names: list[str], more: int = 0) -> str:
    """A text in a column as wide as the longest of some names, and what stands around each."""
    return text.ljust(max(map(len, names)) + more)


def _facts_for(kit: Kit, language: str, game: str, names: list[str]) -> dict[str, Any]:
    """What a template may speak of; `made` says whether the game's types are made from the schema."""
    from ludex.kits.figures import editions_of, figures_of
    from ludex.kits.shapes import shapes_of
    from ludex.protocol.schema import wire_of

    shapes = shapes_of(wire_of(game))
    return {
        "game": game,
        "kit": kit,
        "files": names,
        "made": not _has_own_types(kit, language, game),
        "shapes": shapes,
        "editions": editions_of(game),
        "figures": msgspec.json.decode(figures) if (figures := figures_of(game)) else None,
    }


def _readme(kit: Kit, language: str, game: str) -> str:
    from ludex.kits.figures import row_of

    own = _of_game(game)
    rows = "".join(_read(files("ludex.kits") / one / "files.md") for one in (kit.base, language) if one)
    rows += "".join(_read(own / one / "files.md") for one in (kit.base, language) if one)
    rows += row_of(game)
    build = f"    {join(kit.build)}          # build again after each edit\n" if kit.build else ""
    text = (files("ludex.kits") / "README.md").read_text(encoding="utf-8")
    text = text.replace("@FILES@\n", rows + "\n").replace("@BUILD@", build)
    return text.replace("@ABOUT@\n", (_read(own / "about.md") or _read(files("ludex.kits") / "about.md")) + "\n")


def _read(file: Traversable) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _words(kit: Kit, game: str) -> dict[str, str]:
    """What stands for each word between two `@` in the files of a kit (lists with the quotes between, not around)."""
    from ludex.kits.figures import editions_of, option_of
    from ludex.kits.shapes import pascal
    from ludex.protocol.schema import wire_of

    required = wire_of(game).required
    return {
        "GAME": game,
        "Game": pascal(game),
        "LANGUAGE": kit.name,
        "MINIMUM": kit.minimum,
        "RUN": join(kit.run),
        "TEST": join(kit.test),
        "WIRE": kit.wire,
        "GAMEFILE": kit.game,
        "TYPES": kit.types.replace("@GAME@", game).replace("@Game@", pascal(game)),
        "TABLE": option_of(game),
        "METHODS": '", "'.join(required),
        "REQUIRED": " and ".join(f"`{method}`" for method in required),
        "EDITIONS": '": {}, "'.join(editions_of(game)),
    }


def _fill(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
