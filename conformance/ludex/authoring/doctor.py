"""What a game has, layer by layer, what it lacks, and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex import where
from ludex.fault import Fault
from ludex.notation.sentences import Sentences
from ludex.protocol.schema import wire_of
from ludex.rulebook import read_rulebook, with_rulebooks
from ludex.seam import (
    GAMES,
    NOTATION,
    Name,
    Notation,
    Reference,
    games_in,
    lacking,
    module_of,
    names_of,
)
from ludex.suites.seam import SUITES, GameSuite
from ludex.support import support_of
from ludex.support.seam import PIECES, SUPPORT
from ludex.vectors.suite import open_suite

HAS, LACKS, MAY = "has", "LACKS", "may"
FOLDERS = {
    GAMES: "reference/ludex/games",
    NOTATION: "grammar/ludex/notation",
    SUPPORT: "conformance/ludex/support",
    SUITES: "conformance/ludex/suites",
}


class PieceFinding(NamedTuple):
    """One thing that a game has, lacks, or may have; ``told`` says what it is for, and the remedy."""

    state: str
    name: str
    told: str = ""


class Layer(NamedTuple):
    """What was found in a layer."""

    name: str
    findings: tuple[PieceFinding, ...]

    @property
    def is_whole(self) -> bool:
        return all(finding.state != LACKS for finding in self.findings)


def known_games() -> tuple[str, ...]:
    """The games that anything is known of."""
    return tuple(
        sorted({*with_rulebooks(), *(game for layer in (GAMES, NOTATION, SUPPORT, SUITES) for game in games_in(layer))})
    )


def examine(game: str) -> tuple[Layer, ...]:
    """Every layer of a game."""
    return (
        Layer("spec", tuple(_of_spec(game))),
        Layer("reference", tuple(_of_package(game, GAMES, Reference))),
        Layer("notation", tuple(_of_package(game, NOTATION, Notation))),
        Layer("support", tuple(_of_support(game))),
        Layer("suite", tuple(_of_package(game, SUITES, GameSuite))),
        Layer("vectors", tuple(_of_vectors(game))),
    )


# The rulebook


def _of_spec(game: str) -> Iterator[PieceFinding]:
    folder = where.spec_of(game)
    try:
        clauses = len(read_rulebook(folder / "rulebook"))
        remedy = f"Write them in {folder / 'rulebook'}, as `### ABC-DEF-1 · must · check · Title`."
        yield PieceFinding(HAS, f"rulebook ({clauses} clauses)") if clauses else PieceFinding(LACKS, "clauses", remedy)
    except Fault as fault:
        yield PieceFinding(LACKS, "a rulebook that can be read", f"{fault.message}. {fault.remedy}")
    yield from _of_wire(game)
    scenarios = len(where.scenarios(game))
    remedy = f"Scenarios show a clause at work, and are vectors, too. Write them in {folder / 'scenarios'}."
    yield PieceFinding(HAS, f"scenarios ({scenarios} files)") if scenarios else PieceFinding(MAY, "scenarios", remedy)


def _of_wire(game: str) -> Iterator[PieceFinding]:
    path = where.spec_of(game) / "wire.schema.json"
    if not path.is_file():
        remedy = f"The shapes of positions, actions and results, for whoever writes an engine. Write {path}."
        yield PieceFinding(LACKS, path.name, remedy)
        return
    try:
        wire_of(game)
        yield PieceFinding(HAS, path.name)
    except Fault as fault:
        yield PieceFinding(LACKS, f"a {path.name} that can be read", f"{fault.message}. {fault.remedy}")


# Packages


def _of_package(game: str, layer: str, protocol: type) -> Iterator[PieceFinding]:
    try:
        module = module_of(layer, game)
    except Fault as fault:
        yield PieceFinding(LACKS, f"a package {layer}.{game} that can be imported", fault.message)
        return
    if module is None:
        remedy = f"{_doc(protocol)} Add {FOLDERS[layer]}/{game}/, or an entry point of the group {layer}."
        yield PieceFinding(LACKS, f"the package {layer}.{game}", remedy)
        return
    for name in names_of(protocol):
        yield _of_name(name, hasattr(module, name.name), module.__name__)
    if protocol is Notation:
        yield from _of_grammar(getattr(module, "SENTENCES", None))


def _of_grammar(sentences: Sentences | None) -> Iterator[PieceFinding]:
    """Whether the grammar of a notation can be used, where its sentences are made from one."""
    try:
        if sentences is not None:
            _ = sentences.lark
    except Fault as fault:
        yield PieceFinding(LACKS, "a grammar that can be used", f"{fault.message}. {fault.remedy}")


def _of_name(name: Name, there: bool, module: str) -> PieceFinding:
    if there:
        return PieceFinding(HAS, name.name)
    return PieceFinding(LACKS, name.called, f"{name.what} Write it in {module}.") if name.required else _may(name)


def _may(name: Name) -> PieceFinding:
    return PieceFinding(MAY, name.called, name.what)


def _of_support(game: str) -> Iterator[PieceFinding]:
    for piece, protocol in PIECES.items():
        try:
            module = module_of(SUPPORT, game, piece)
        except Fault as fault:
            yield PieceFinding(LACKS, f"a {piece}.py that can be imported", fault.message)
            continue
        if module is None:
            yield PieceFinding(MAY, f"{piece}.py", _doc(protocol))
            continue
        missing = lacking(protocol, module)
        yield from (_of_name(name, False, module.__name__) for name in missing)
        if not missing:
            yield PieceFinding(HAS, f"{piece}.py")
    kit = "What the game adds to starter adapters: about.md, and a folder for each language."
    yield PieceFinding(MAY, "kit", kit) if support_of(game).kit is None else PieceFinding(HAS, "kit")


def _doc(protocol: type) -> str:
    """What a protocol is about, in a line."""
    return " ".join((protocol.__doc__ or "").partition("\n\n")[0].split()).replace("``", "`")


# Vectors


def _of_vectors(game: str) -> Iterator[PieceFinding]:
    try:
        suite = open_suite(game)
    except Fault as fault:
        yield PieceFinding(LACKS, "vectors", f"{fault.message}. Write them: ludex generate --game {game}")
        return
    yield PieceFinding(HAS, f"vectors ({len(suite.manifest.files)} files)")
    for name, what in (
        ("power.toml", "Which mutants no vector can tell of, and why; `ludex power` reads it."),
        ("core.json", "A few vectors that tell of as much as all: ludex generate --core"),
    ):
        yield PieceFinding(HAS, name) if (suite.folder / name).is_file() else PieceFinding(MAY, name, what)


# In words


def lines(game: str, layers: tuple[Layer, ...]) -> Iterator[str]:
    """What was found, for a terminal: what a layer has in one line, and a line for all else."""
    yield f"{game}: {'complete' if all(layer.is_whole for layer in layers) else 'something required is missing'}"
    for layer in layers:
        had = [finding.name for finding in layer.findings if finding.state == HAS]
        yield f"  {layer.name:<10}has {', '.join(had) or 'nothing'}"
        for state in (LACKS, MAY):
            for finding in (one for one in layer.findings if one.state == state):
                has = " have" if state == MAY else ""
                yield f"    {state}{has} {finding.name}: {finding.told}"
