"""A game to begin with: the template, which is Hexapawn, under another name, in this checkout or as a package."""

from __future__ import annotations

import json
import keyword
import re
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ludex import where
from ludex.authoring.doctor import FOLDERS, known_games
from ludex.fault import Fault
from ludex.generate.vectors import id_of
from ludex.outlet import be_ready, write
from ludex.rulebook import rulebook
from ludex.seam import GAMES, NOTATION
from ludex.suites import Case
from ludex.suites.seam import SUITES
from ludex.support.seam import SUPPORT
from ludex.vectors.suite import FOLDER as TOPICS

GAME, PREFIX, PACKAGE = "hexapawn", "HEX", "ludex_hexapawn"
MANIFEST = "vectors/manifest.json"
LEFT_OUT = ("core.json",)  # names of mutants, which are others under another name
LAYERS = {  # of the template, the longest first: what lies there goes to which folder of a checkout
    f"{PACKAGE}/games/{GAME}/spec": "spec",
    f"{PACKAGE}/games/{GAME}/vectors": "vectors",
    f"{PACKAGE}/games/{GAME}": FOLDERS[GAMES],
    f"{PACKAGE}/notation/{GAME}": FOLDERS[NOTATION],
    f"{PACKAGE}/support/{GAME}": FOLDERS[SUPPORT],
    f"{PACKAGE}/suites/{GAME}": FOLDERS[SUITES],
}
ENGINE, ENGINES = "engine", "conformance/engines"
_IMPORTS = re.compile(r"(?:^from ludex\S* import [^\n(]+\n)+", re.MULTILINE)
_QUESTION = re.compile(r"^\{\"id\":.*\}(?=,?$)", re.MULTILINE)
Place = Callable[[PurePosixPath], Path | None]


class NewName(NamedTuple):
    """What a game is called: its name in code, what the ids of its clauses begin with, and the package it is of."""

    name: str
    prefix: str
    package: str

    @property
    def title(self) -> str:
        """The name as people write it."""
        return self.name.replace("_", " ").capitalize()

    def put_into(self, text: str) -> str:
        """A text of the template under this name."""
        text = text.replace(f"{PACKAGE}.", f"{self.package}.").replace(f"ludex-{GAME}", f"ludex-{self._with_hyphens}")
        text = text.replace(GAME, self.name).replace(GAME.capitalize(), self.title)
        text = re.sub(rf"\b{PREFIX}(?=-|\")", self.prefix, text)
        return _IMPORTS.sub(lambda found: "".join(sorted(found[0].splitlines(keepends=True), key=_module_of)), text)

    @property
    def _with_hyphens(self) -> str:
        return self.name.replace("_", "-")


def _module_of(line: str) -> str:
    return line.split()[1]


def found_in_checkout(name: str, prefix: str) -> list[Path]:
    """Writes a game into the layers of this checkout, a folder in each; gives the folders."""
    root = where.spec().parent
    if not (root / FOLDERS[GAMES]).is_dir():
        raise Fault("there is no checkout of Ludex here", "Say --into FOLDER: the game is then a package of its own.")
    _be_free(name, prefix)
    folders = {layer: root / folder / name for layer, folder in LAYERS.items()}
    folders[ENGINE] = root / ENGINES / f"{name}-python"
    for folder in folders.values():
        if taken := next((path for path in (folder, folder.with_suffix(".py")) if path.exists()), None):
            raise Fault(f"{taken} is there already", "Choose another name; nothing is ever written over.")

    def place(path: PurePosixPath) -> Path | None:
        layer = next((one for one in folders if path.is_relative_to(one)), None)
        return folders[layer] / str(path.relative_to(layer)).replace(GAME, name) if layer else None

    _write_all(NewName(name, prefix, "ludex"), place, list(folders.values()))
    return list(folders.values())


def found_as_package(name: str, prefix: str, folder: Path) -> list[Path]:
    """Writes a game as a package of its own into a new or empty folder."""
    _be_free(name, prefix)
    if folder.exists() and not folder.is_dir():
        raise Fault(f"{folder} is no folder", "Name a new folder after --into.")
    be_ready(folder, "a game")
    if any(folder.iterdir()):
        raise Fault(f"{folder} is there already, and is not empty", "Name a new folder: nothing is overwritten.")
    _write_all(NewName(name, prefix, f"ludex_{name}"), lambda path: folder / str(path).replace(GAME, name), [folder])
    return [folder]


def _be_free(name: str, prefix: str) -> None:
    """A Fault says why a game cannot be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise Fault(f"{name!r} cannot be the name of a game", "Use small letters, digits and _, as for a module.")
    if name in known_games():
        raise Fault(f"there is a game {name!r} already", f"Choose another name than {', '.join(known_games())}.")
    if not re.fullmatch("[A-Z]{3}", prefix):
        raise Fault(f"{prefix!r} cannot begin the ids of clauses", "Use three capital letters, such as ABC.")
    for game in known_games():
        if any(clause.startswith(f"{prefix}-") for clause in rulebook(game)):
            raise Fault(f"the clauses of {game} begin with {prefix} already", "Choose three other letters.")


def _write_all(new: NewName, place: Place, made: list[Path]) -> None:
    """Writes every file of the template, or none."""
    renamed = {path: new.put_into(text) for path, text in _template() if path.name not in LEFT_OUT}
    texts = {path: _with_ids_of(new, text) if path.parent.name == TOPICS else text for path, text in renamed.items()}
    sealed = {path: _seal(path, text, texts) for path, text in texts.items()}
    try:
        for path, text in sealed.items():
            if (target := place(path)) is not None:
                be_ready(target.parent, "a game")
                write(target, [text.encode()], "a game")
    except Fault:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _template() -> Iterator[tuple[PurePosixPath, str]]:
    root = where.template()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield PurePosixPath(path.relative_to(root).as_posix()), path.read_text(encoding="utf-8")


def _with_ids_of(new: NewName, text: str) -> str:
    """A file of vectors whose ids are those of this game: a hash in each says of which game it is."""
    operation = json.loads(text)["operation"]

    def anew(found: re.Match[str]) -> str:
        question = json.loads(found[0])
        slug = question["id"].rpartition("-")[0]
        own = id_of(new.name, operation, Case(slug, question["why"], question["input"]))
        return found[0].replace(question["id"], own, 1)

    return _QUESTION.sub(anew, text)


def _seal(path: PurePosixPath, text: str, texts: dict[PurePosixPath, str]) -> str:
    """A manifest that vouches for the files as they are now; any other text as it is."""
    if not path.match(f"*/{MANIFEST}"):
        return text
    manifest = json.loads(text)
    for name, facts in manifest["files"].items():
        facts["sha256"] = sha256(texts[path.parent / name].encode()).hexdigest()
    return json.dumps(manifest, indent=1, ensure_ascii=True) + "\n"
