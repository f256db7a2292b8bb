"""The list that a game keeps of mutants that no vector can kill, each with its argument; it cannot grow unseen."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.mutation.mutants import Mutant, names_in
from ludex.tomls import put
from ludex.wording import is_argued

MAX_SHARE = 0.03
RECORD = "`ludex power --check-equivalents --record` does it, and notes it"
SHAPE = "[[equivalent]] and [[open]] have mutant, where, slip, why; [[unasked]] function, why; [[stays]] topic, why."
MIN_SECONDS_PLAYED = 60.0  # seconds for which an equivalent mutant has been played against the original
NAME = "power.toml"
NOT_ASKED = {  # of every game: what it gives to the tools, and to no engine
    "TITLE": "A name for people, which no answer holds.",
    "PREFIX": "What the ids of clauses begin with; no answer turns on it.",
    "start": "A question brings its position.",
}
SHARED_LIST = Path(__file__).with_name("shared.toml")


class Survivor(Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that no vector kills: its name, where it is and what it changes (for readers), and why."""

    mutant: str
    where: str
    slip: str
    why: str


class Equivalent(Survivor, frozen=True, forbid_unknown_fields=True):
    """A mutant that is no other game, with the argument; it was played against the original for so many ``seconds``,
    in which both answered so many ``questions`` alike."""

    seconds: float = 0.0
    questions: int = 0


class Unasked(Struct, frozen=True, forbid_unknown_fields=True):
    """A function that no request reaches, and who vouches for it instead."""

    function: str
    why: str


class OneSided(Struct, frozen=True, forbid_unknown_fields=True):
    """Slips that are the same game where only one side makes them: in a function, or in all that a pattern names
    (``*/composing.py:_*``), perhaps of one kind alone."""

    side: str
    function: str
    why: str
    slip: str = "*"
    mutant: str = "*"

    def names(self, mutant: Mutant) -> bool:
        """Whether a mutant is one of these slips."""
        return (
            fnmatchcase(f"{mutant.file}:{mutant.function}", self.function)
            and fnmatchcase(mutant.what, self.slip)
            and fnmatchcase(mutant.hash, self.mutant)
        )


class Stays(Struct, frozen=True, forbid_unknown_fields=True):
    """A topic that kills and decides nothing alone, or a pattern of several (``apply-*``), and why it stays."""

    topic: str
    why: str


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game says of its mutants; ``open`` are survivors that are not equivalent, and count against it."""

    equivalent: list[Equivalent] = []
    open: list[Survivor] = []
    unasked: list[Unasked] = []
    one_sided: list[OneSided] = []
    stays: list[Stays] = []

    @property
    def hashes(self) -> frozenset[str]:
        """The equivalent mutants."""
        return frozenset(entry.mutant for entry in self.equivalent)

    @property
    def functions(self) -> frozenset[str]:
        """The functions that no request reaches."""
        return frozenset(entry.function for entry in self.unasked)

    def explains(self, mutant: Mutant) -> bool:
        """Whether a mutant is listed as equivalent, or lies in a function that no request reaches."""
        return mutant.hash in self.hashes or f"{mutant.file}:{mutant.function}" in self.functions

    def same_on(self, side: str, mutant: Mutant) -> bool:
        """Whether the list says that a slip of one side alone changes no answer of that side."""
        return any(entry.side == side and entry.names(mutant) for entry in self.one_sided)

    def why_stays(self, topic: str) -> str:
        """Why a topic stays that has nothing of its own; empty where nothing is said."""
        return next((entry.why for entry in self.stays if fnmatchcase(topic, entry.topic)), "")


def listing_of(game: str) -> Listing:
    """The list beside a game's vectors, with what every game would have to say."""
    own = read_listing(path_of(game))
    return msgspec.structs.replace(own, unasked=[*own.unasked, *_not_asked(game)])


def _not_asked(game: str) -> list[Unasked]:
    """What no request asks of any game, where this one states it."""
    named = ((name, NOT_ASKED.get(name.partition(":")[2])) for name in sorted(names_in(game)))
    return [Unasked(name, why) for name, why in named if why]


def shared_listing() -> Listing:
    """The list of the rules that all games share."""
    return read_listing(SHARED_LIST)


def read_listing(path: Path) -> Listing:
    """A list; a Fault names the file and what is wrong with it."""
    if not path.exists():
        return Listing()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Listing)
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", "It is the list of what no vector can tell.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise Fault(f"{path} is no TOML: {broken}", "Mend that line; the file is UTF-8.") from None
    except msgspec.ValidationError as broken:
        raise Fault(f"{path}: {broken}", SHAPE) from None


def path_of(game: str) -> Path:
    """Where the list of a game is kept."""
    return where.vectors_of(game) / NAME


def note_play(text: str, mutant: str, seconds: float, questions: int) -> str:
    """The text of a list in which it is noted how long a mutant was played, and with how many questions."""
    import tomlkit

    document = tomlkit.parse(text)
    for entry in document.get("equivalent", []):
        if entry["mutant"] == mutant:
            played = int(seconds) if seconds == int(seconds) else seconds  # 60, and not 60.0
            put(entry, {"seconds": played, "questions": questions}, others_stay=True)
    return document.as_string()


def faults_of(listing: Listing, mutants: Sequence[Mutant], of: int | None = None) -> Iterator[str]:
    """What is wrong with a list: mutants that are no more, said twice, without an argument, or too many (of so many:
    of these, unless another number is given)."""
    known = {mutant.hash for mutant in mutants}
    entries = [*listing.equivalent, *listing.open]
    for entry in entries:
        if entry.mutant not in known:
            yield f"{entry.mutant} ({entry.where}: {entry.slip}) is stale: the code has changed; look at it anew"
        if not is_argued(entry.why):
            yield f"{entry.mutant} is not argued: say in a sentence why nobody can tell"
    for entry in listing.equivalent:
        if entry.seconds < MIN_SECONDS_PLAYED:
            yield f"{entry.mutant} ({entry.where}) has not been played for {MIN_SECONDS_PLAYED:g} s: {RECORD}"
    for name, times in Counter(entry.mutant for entry in entries).items():
        if times > 1:
            yield f"{name} is listed {times} times"
    yield from _one_sided_faults(listing, mutants)
    names = names_in(mutants[0].game) if mutants else frozenset()
    yield from (f"nothing is called {name} any more" for name in sorted(listing.functions - names))
    of = len(mutants) if of is None else of
    if len(listing.equivalent) > MAX_SHARE * of:
        yield f"{len(listing.equivalent)} equivalent mutants of {of} are more than {MAX_SHARE:.0%}"


def _one_sided_faults(listing: Listing, mutants: Sequence[Mutant]) -> Iterator[str]:
    """What is said of one side and of no mutant, or without an argument."""
    for entry in listing.one_sided:
        if not any(entry.names(mutant) for mutant in mutants):
            yield f"{entry.function} (what {entry.side}) names no mutant: {entry.slip}, {entry.mutant}"
        if not is_argued(entry.why):
            yield f"{entry.function} (what {entry.side}) is not argued: say in a sentence why nobody can tell"
