"""All vectors of a game: the manifest that vouches for the files, and topics that are read when they are wanted."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.seam import GAMES, package_of, reference_of
from ludex.vectors.format import REMEDY, Topic, read_bytes, read_topic
from ludex.wording import quantity

ORDER = ("codec", "normalize", "relations", "apply", "refusal", "ending", "clock", "legal", "replay", "perft")


class FileFacts(Struct, frozen=True):
    """What the manifest says of one file."""

    sha256: str
    vectors: int


class EntryFacts(Struct, frozen=True):
    """One entry of the register in one edition: the readings open there, and the default."""

    choices: list[str]
    default: str


class EditionFacts(Struct, frozen=True):
    """What a judge must know of an edition: its register."""

    readings: dict[str, EntryFacts] = {}

    def defaults(self) -> dict[str, str]:
        return {entry: facts.default for entry, facts in self.readings.items()}


class Manifest(Struct, frozen=True):
    """The version of the whole, and a SHA-256 for each file."""

    version: str
    files: dict[str, FileFacts]
    editions: dict[str, EditionFacts] = {}


class Suite:
    """The vectors of one game under one folder."""

    def __init__(self, game: str, folder: Path, manifest: Manifest, seal: str) -> None:
        self.game = game
        self.folder = folder
        self.manifest = manifest
        self.seal = seal
        self._read: dict[str, Topic] = {}

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that have vectors, oldest first."""
        return tuple(sorted({name.partition("/")[0] for name in self.manifest.files}))

    def facts(self, edition: str) -> EditionFacts:
        """The register of an edition: from the manifest, else from the game's own."""
        if edition in self.manifest.editions:
            return self.manifest.editions[edition]
        return facts_of_register(self.game, edition)

    def files(self, edition: str) -> tuple[str, ...]:
        """The files of an edition in the order in which they are run: quick kinds first, small files first."""
        mine = [name for name in self.manifest.files if name.partition("/")[0] == edition]
        return tuple(sorted(mine, key=self._rank))

    def _rank(self, name: str) -> tuple[int, int, str]:
        stem = Path(name).stem
        kinds = [place for place, kind in enumerate(ORDER) if stem.startswith(kind)]
        return (kinds[0] if kinds else len(ORDER), self.manifest.files[name].vectors, name)

    def topic(self, name: str) -> Topic:
        """One file, read once and checked against the manifest."""
        if name not in self._read:
            self._read[name] = self._load_topic(name)
        return self._read[name]

    def topics(self, edition: str) -> Iterator[Topic]:
        for name in self.files(edition):
            yield self.topic(name)

    def _load_topic(self, name: str) -> Topic:
        path = self.folder / name
        topic, data = read_topic(path)
        facts = self.manifest.files[name]
        if hashlib.sha256(data).hexdigest() != facts.sha256:
            raise Fault(f"{path} is not the file that {self.folder / 'manifest.json'} vouches for", REMEDY)
        if topic.game != self.game or topic.edition != name.partition("/")[0]:
            raise Fault(f"{path} says it is for {topic.game} {topic.edition}; its folder says otherwise", REMEDY)
        if len(topic.vectors) != facts.vectors:
            held = quantity(len(topic.vectors), "vector")
            raise Fault(f"{path} holds {held}, the manifest says {facts.vectors}", REMEDY)
        return topic


def available(root: Path | None = None) -> tuple[str, ...]:
    """The games that have vectors."""
    root = root or where.vectors()
    return tuple(sorted(path.parent.name for path in root.glob("*/manifest.json")))


def open_suite(game: str, root: Path | None = None) -> Suite:
    """The vectors of a game; a Fault when there are none, or when the folder and the manifest disagree."""
    root = root or where.vectors()
    path = root / game / "manifest.json"
    if not path.is_file():
        known = ", ".join(available(root)) or "none"
        raise Fault(f"no vectors for {game!r} in {root}", f"Games with vectors: {known}. `ludex generate` makes them.")
    data = read_bytes(path)
    suite = Suite(game, path.parent, _manifest(path, data), hashlib.sha256(data).hexdigest())
    _no_strangers(suite)
    return suite


def _manifest(path: Path, data: bytes) -> Manifest:
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError as broken:
        raise Fault(f"{path}: {broken}", REMEDY) from None
    if not manifest.files:
        raise Fault(f"{path} lists no files", REMEDY)
    return manifest


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
