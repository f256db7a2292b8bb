"""All vectors of a game: the manifest that vouches for the files, and topics that are read when they are wanted."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.seam import GAMES, package_of, reference_of
from ludex.vectors import sides
from ludex.vectors.format import REMEDY, Topic, read_bytes, read_vectors
from ludex.vectors.promises import by_answer
from ludex.wording import quantity

FORM = 2
FOLDER = "topics"
MANIFEST = "manifest.json"
ORDER = ("codec", "normalize", "relations", "apply", "refusal", "ending", "clock", "legal", "replay", "perft")


def file_of(topic: str) -> str:
    """Where the file of a topic lies, below the folder of its game."""
    return f"{FOLDER}/{topic}.json"


class TopicName(NamedTuple):
    """One topic of one edition."""

    edition: str
    topic: str

    @property
    def file(self) -> str:
        """The file that holds it, together with what other editions say to the same questions."""
        return file_of(self.topic)


class FileFacts(Struct, frozen=True):
    """What the manifest says of one file; `outside`: promise -> the answers that lie outside of it, in short."""

    sha256: str
    vectors: dict[str, int]  # of each edition that the file has answers for
    outside: dict[str, str] = {}


class EntryFacts(Struct, frozen=True):
    """One entry of the register in one edition: the readings open there, and the default."""

    choices: list[str]
    default: str


class EditionFacts(Struct, frozen=True):
    """What a judge must know of an edition: its register."""

    readings: dict[str, EntryFacts] = {}

    def defaults(self) -> dict[str, str]:
        return {entry: facts.default for entry, facts in self.readings.items()}


class ManifestForm(Struct, frozen=True):
    """The form of the files, which says how the rest is to be read; the first form did not name itself."""

    form: int = 1


class TableFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of somebody's own that vectors are made of: its edition, a hash of what it says, and the file.

    ``short``: topics that end early, since the table lacks what they are about, with the cases that could be drawn.
    ``left_out``: the scenarios that speak of what it lacks, by file and line, and are not asked.
    """

    edition: str
    sha256: str
    path: str
    short: dict[str, int] = {}
    left_out: tuple[str, ...] = ()


class Manifest(Struct, frozen=True):
    """The version of the whole, and a SHA-256 for each file; `promises`: those that the files are marked by.

    `table`: of vectors that are made of a table of somebody's own.
    """

    version: str
    files: dict[str, FileFacts]
    editions: dict[str, EditionFacts] = {}
    sides: dict[str, dict[str, int]] = {}  # how many there are of each name and edition; none where they are not known
    promises: dict[str, str] = {}
    table: TableFacts | None = None


Decoded = TypeVar("Decoded")


class Suite:
    """The vectors of one game under one folder."""

    def __init__(self, game: str, folder: Path, manifest: Manifest, seal: str) -> None:
        self.game = game
        self.folder = folder
        self.manifest = manifest
        self.seal = seal
        self._read: dict[TopicName, Topic] = {}

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that have vectors, oldest first."""
        return tuple(sorted({edition for facts in self.manifest.files.values() for edition in facts.vectors}))

    @property
    def names(self) -> tuple[TopicName, ...]:
        """All topics of all editions, in the order in which they are run."""
        return tuple(name for edition in self.editions for name in self.names_of(edition))

    def facts(self, edition: str) -> EditionFacts:
        """The register of an edition: from the manifest, else from the game's own."""
        if edition in self.manifest.editions:
            return self.manifest.editions[edition]
        return facts_of_register(self.game, edition)

    def names_of(self, edition: str) -> tuple[TopicName, ...]:
        """The topics of an edition in the order in which they are run: quick kinds first, small topics first."""
        held = [file for file, facts in self.manifest.files.items() if edition in facts.vectors]
        names = (TopicName(edition, Path(file).stem) for file in held)
        return tuple(sorted(names, key=self._rank))

    def sides_of(self, edition: str) -> tuple[TopicName, ...]:
        """The topics of an edition that are made of its others, and not stored."""
        return tuple(TopicName(edition, name) for name in sides.SIDES if self.manifest.sides.get(name, {}).get(edition))

    def _rank(self, name: TopicName) -> tuple[int, int, str]:
        kinds = [place for place, kind in enumerate(ORDER) if name.topic.startswith(kind)]
        return (kinds[0] if kinds else len(ORDER), self.count(name), name.topic)

    def count(self, name: TopicName) -> int:
        """How many vectors a topic has, by the manifest; none where there is no such topic."""
        if name in self.sides_of(name.edition):
            return self.manifest.sides[name.topic][name.edition]
        facts = self.manifest.files.get(name.file)
        return facts.vectors.get(name.edition, 0) if facts else 0

    def topic(self, name: TopicName) -> Topic:
        """One topic; its file is read once and checked against the manifest."""
        if name not in self._read:
            self._read |= self._derive(name) if name in self.sides_of(name.edition) else self._load(name.file)
        return self._read[name]

    def topics(self, edition: str) -> Iterator[Topic]:
        for name in self.names_of(edition):
            yield self.topic(name)

    def holding(self, text: str) -> Iterator[Topic]:
        """The topics whose files hold a text, such as an id or a clause, oldest edition first; no other is decoded."""
        sought = text.encode()
        files = {file for file in self.manifest.files if sought in read_bytes(self.folder / file)}
        return (self.topic(name) for name in self.names if name.file in files)

    def _derive(self, name: TopicName) -> dict[TopicName, Topic]:
        topic = sides.topic_of_sides(self.game, name.edition, name.topic, self.topics(name.edition))
        made, said = len(topic.vectors), self.count(name)
        if made != said:
            path = self.folder / MANIFEST
            raise Fault(f"{path} says that {said} of {name.edition} are {name.topic}, and {made} are", REMEDY)
        return {name: topic}

    def _load(self, name: str) -> dict[TopicName, Topic]:
        """What a file holds, for each of its editions."""
        path = self.folder / name
        file, data = read_vectors(path)
        facts = self.manifest.files[name]
        if hashlib.sha256(data).hexdigest() != facts.sha256:
            raise Fault(f"{path} is not the file that {self.folder / MANIFEST} vouches for", REMEDY)
        if (file.game, file_of(file.topic)) != (self.game, name):
            raise Fault(f"{path} says it is {file.topic} of {file.game}; its place says otherwise", REMEDY)
        outside = by_answer(facts.outside, sum(len(question.answers) for question in file.questions), f"{path}")
        found = {edition: file.of_edition(edition, outside) for edition in sorted({*file.editions, *facts.vectors})}
        for edition, topic in found.items():
            held, said = len(topic.vectors), facts.vectors.get(edition, 0)
            if held != said:
                raise Fault(f"{path} holds {quantity(held, 'vector')} of {edition}, the manifest says {said}", REMEDY)
        return {TopicName(edition, file.topic): topic for edition, topic in found.items()}


def available(root: Path | None = None) -> tuple[str, ...]:
    """The games that have vectors."""
    found = {path.parent.name for path in (root or where.vectors()).glob(f"*/{MANIFEST}")}
    if root is None:
        found |= {game for game in where.games() if (where.vectors_of(game) / MANIFEST).is_file()}
    return tuple(sorted(found))


def open_suite(game: str, root: Path | None = None) -> Suite:
    """The vectors of a game; a Fault when there are none, or when the folder and the manifest disagree."""
    path = (root / game if root else where.vectors_of(game)) / MANIFEST
    if not path.is_file():
        known = ", ".join(available(root)) or "none"
        raise Fault(
            f"no vectors for {game!r} in {path.parents[1]}",
            f"Games with vectors: {known}. `ludex generate` makes them.",
        )
    return open_folder(game, path.parent)


def open_folder(game: str, folder: Path) -> Suite:
    """The vectors of a game that lie in a folder with their manifest."""
    path = folder / MANIFEST
    data = read_bytes(path)
    suite = Suite(game, path.parent, _manifest(path, data), hashlib.sha256(data).hexdigest())
    _no_strangers(suite)
    return suite


def open_sealed(game: str, seal: str) -> Suite | None:
    """The vectors of a game whose manifest has this SHA-256: those here, or some made of a table; else None.

    Those here may be missing, or broken, when the wanted ones lie elsewhere.
    """
    made = sorted(where.tables().glob(f"*/{game}/{MANIFEST}"))
    for path in (where.vectors_of(game) / MANIFEST, *made):
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == seal:
            return open_folder(game, path.parent)
    return None


def form_of(path: Path) -> int:
    """The form of the files of which a manifest tells."""
    return _decode(path, read_bytes(path), ManifestForm).form


def _manifest(path: Path, data: bytes) -> Manifest:
    form = _decode(path, data, ManifestForm).form
    if form != FORM:
        raise Fault(
            f"{path} is of form {form}, and this Ludex reads form {FORM}",
            "Take the vectors and Ludex from the same version.",
        )
    manifest = _decode(path, data, Manifest)
    if not manifest.files:
        raise Fault(f"{path} lists no files", REMEDY)
    return manifest


def _decode(path: Path, data: bytes, kind: type[Decoded]) -> Decoded:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as broken:
        raise Fault(f"{path}: {broken}", REMEDY) from None


def _no_strangers(suite: Suite) -> None:
    for path in sorted(suite.folder.glob("*/*.json")):
        name = path.relative_to(suite.folder).as_posix()
        if name not in suite.manifest.files:
            raise Fault(f"{path} is not in the manifest beside it", "Remove it, or run `ludex generate`.")


def facts_of_register(game: str, edition: str) -> EditionFacts:
    """The register of an edition as the game's module states it (choices with the default first)."""
    if package_of(GAMES, game) is None:
        return EditionFacts()
    register = reference_of(game).REGISTER
    if edition not in register.editions:
        return EditionFacts()
    rules = register.rules(edition)
    return EditionFacts(
        {entry: EntryFacts(list(choices), rules.choices[entry]) for entry, choices in register.choices(edition).items()}
    )
