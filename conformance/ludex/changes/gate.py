"""The gate of a change of rules: what flips must be declared, what is declared must flip, and no vector goes lost."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ludex.changes.asking import Play, suite_of
from ludex.changes.comparing import Comparison, compare
from ludex.changes.flips import Flip
from ludex.changes.fragments import FOLDER, Fragment, fresh, written
from ludex.changes.revisions import laid_out
from ludex.changes.sides import Side, Tree
from ludex.changes.telling import example, texts_changed
from ludex.fault import Fault
from ludex.rulebook import read_rulebook
from ludex.vectors.format import full_id

RENAMES = "renames.json"
NAMED = 20


@dataclass
class Findings:
    """What the gate found in one game: what stops the change, and what is only to be looked at."""

    game: str
    stops: list[str] = field(default_factory=list)
    review: list[str] = field(default_factory=list)
    undeclared: list[Flip] = field(default_factory=list)
    comparison: Comparison | None = None


def gate(root: Path, base: str, play: Play) -> list[Findings]:
    """The findings of each game between a revision and the working tree; raises Fault."""
    new = Tree(root)
    with laid_out(root, base) as old:
        declared = fresh(root / FOLDER, old.root / FOLDER)
        games = sorted({*old.games(), *new.games()})
        for fragment in declared:
            if fragment.game not in games:
                raise Fault(
                    f"{fragment.path}: there is no game {fragment.game!r}", f"The games are {', '.join(games)}."
                )
        return [_of_game(game, (old, new), [one for one in declared if one.game == game], play) for game in games]


def _of_game(game: str, trees: tuple[Tree, Tree], declared: list[Fragment], play: Play) -> Findings:
    found = Findings(game)
    old, new = trees
    if game not in old.games():
        found.review.append("a new game: nothing of it can flip")
        return found
    if game not in new.games():
        found.stops.append("the game is gone")
        return found
    flips: tuple[Flip, ...] = ()
    unseen: tuple[Flip, ...] = ()
    if _rules_changed(game, trees):
        sides = (Side("base", revision="base"), Side("the working tree"))
        found.comparison = compare(game, trees, sides, [old], play)
        flips, unseen = found.comparison.flips, found.comparison.unseen
    _hold_against(found, flips, unseen, declared)
    _require_sound(found, declared, new)
    found.stops += _lost(game, trees)
    _review_texts(found, game, trees, {flip.clause for flip in (*flips, *unseen)})
    return found


def _rules_changed(game: str, trees: tuple[Tree, Tree]) -> bool:
    """Whether any file of the rules differs: of the game's own, or of what all rulebooks are made of."""
    parts = (Path("ludex", "rules"), Path("ludex", "games", game))
    return any(_files(trees[0].reference / part) != _files(trees[1].reference / part) for part in parts)


def _files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _hold_against(found: Findings, flips: Iterable[Flip], unseen: Iterable[Flip], declared: list[Fragment]) -> None:
    """Compares what flips with what is declared, both ways."""
    flipped = {str(flip.asked.vector): flip for flip in flips}
    vectors = frozenset[str]().union(*(one.vectors for one in declared))
    hidden = {flip.clause: flip for flip in unseen if flip.clause not in {f.clause for f in flipped.values()}}
    clauses = frozenset[str]().union(*(one.unseen for one in declared))
    undeclared = [flip for name, flip in flipped.items() if name not in vectors]
    secret = [flip for clause, flip in hidden.items() if clause not in clauses]
    found.undeclared = [*undeclared, *secret]
    if undeclared:
        found.stops.append(f"{len(undeclared):,} vectors change their result, and no declaration says so")
    found.stops += [
        f"answers change by {flip.clause or 'no clause'} that no vector asks for, and no declaration says so"
        for flip in secret
    ]
    for one in declared:
        idle = sorted(one.vectors - flipped.keys())
        if idle:
            named = _named(idle)
            found.stops.append(f"{one.path.name} declares vectors that do not change: {named}")
        for clause in sorted(one.unseen - hidden.keys()):
            found.stops.append(
                f"{one.path.name} declares an unseen change by {clause or 'no clause'} that is not there"
            )


def _require_sound(found: Findings, declared: list[Fragment], new: Tree) -> None:
    book = read_rulebook(new.spec / found.game / "rulebook")
    for one in declared:
        found.stops += [f"{one.path.name}: {fault}" for fault in one.faults(book)]
        foreign = sorted(name for name in one.vectors if one.kind == "edition" and not _is_of(name, one.name))
        if foreign:
            found.stops.append(f"{one.path.name} declares vectors of another edition than {one.name}: {foreign[0]}")


def _is_of(vector: str, edition: str) -> bool:
    return vector.partition("@")[2].partition("+")[0] == edition


# Vectors that went


def _ids(tree: Tree, game: str) -> set[str]:
    """The ids of the vectors of a tree, with the edition and without readings."""
    suite = suite_of(tree, game)
    if suite is None:
        return set()
    topics = (topic for edition in suite.editions for topic in suite.topics(edition))
    return {full_id(vector, topic.edition).partition("+")[0] for topic in topics for vector in topic.vectors}


def _lost(game: str, trees: tuple[Tree, Tree]) -> Iterator[str]:
    """Vectors that were there and are not, unless the rename map says what became of them."""
    before, now = _ids(trees[0], game), _ids(trees[1], game)
    path = trees[1].vectors / game / RENAMES
    renames = _renames(path)
    lost = sorted(name for name in before - now if name.partition("@")[0] not in renames)
    if lost:
        named = _named(lost)
        yield f"{len(lost):,} vectors are gone without an entry in {RENAMES}: {named}"
    plain = {name.partition("@")[0] for name in now}
    for old, new in renames.items():
        if new is not None and new not in plain:
            yield f"{RENAMES} sends {old} to {new}, which is no vector"


def _renames(path: Path) -> dict[str, str | None]:
    """The rename map: the new id of an old one, or null for one that was dropped on purpose."""
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Fault(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict) or not all(new is None or isinstance(new, str) for new in data.values()):
        raise Fault(
            f"{path} is no rename map", "It maps old ids to new ones, or to null for a vector that was dropped."
        )
    return data


def _review_texts(found: Findings, game: str, trees: tuple[Tree, Tree], flipped: set[str]) -> None:
    for clause, (old, new) in texts_changed(game, trees).items():
        if clause not in flipped:
            told = f"the text of {clause} changed, and no answer did"
            found.review.append(f"{told}\n  before: {old or '(none)'}\n  after:  {new or '(none)'}")


# Telling and declaring


def lines(findings: list[Findings], show: int) -> Iterator[str]:
    """The report of the gate."""
    for found in findings:
        yield _verdict(found)
        yield from (f"  stop: {stop}" for stop in found.stops)
        for review in found.review:
            yield from (f"  {line}" for line in f"review: {review}".splitlines())
        for flip in _by_clause(found.undeclared)[:show]:
            yield ""
            yield f"  by {flip.clause or 'no clause'}"
            yield from (f"  {line}" for line in example(found.game, flip))
        names = [str(flip.asked.vector) for flip in found.undeclared if flip.asked.vector]
        if names:
            yield ""
            yield f"  undeclared: {_named(names)}"
    if any(found.undeclared for found in findings):
        yield ""
        yield "If this is meant, `ludex gate --base REVISION --declare` writes the declaration to fill in."


def _verdict(found: Findings) -> str:
    verdict = f"{found.game}: {'stopped' if found.stops else 'passes'}"
    if found.comparison is None:
        return f"{verdict}, its rules are what they were"
    return f"{verdict}, {found.comparison.asked:,} vectors and {found.comparison.played:,} questions of play compared"


def _named(names: list[str]) -> str:
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED:,} more" if len(names) > NAMED else "")


def _by_clause(flips: list[Flip]) -> list[Flip]:
    """The shortest flip of each clause and kind."""
    shortest: dict[tuple[str, str], Flip] = {}
    for flip in sorted(flips, key=lambda one: one.asked.size):
        shortest.setdefault((flip.clause, flip.kind), flip)
    return list(shortest.values())


def declare(root: Path, findings: list[Findings]) -> list[Path]:
    """Writes a declaration to fill in for each game with undeclared flips; never over another file."""
    made: list[Path] = []
    for found in findings:
        if found.undeclared:
            seen = [flip for flip in found.undeclared if flip.asked.vector]
            unseen = [flip for flip in found.undeclared if not flip.asked.vector]
            clauses = {flip.clause for flip in found.undeclared if flip.clause}
            path = _free(root / FOLDER, found.game)
            path.parent.mkdir(exist_ok=True)
            path.write_text(written(found.game, seen, unseen, clauses), encoding="utf-8")
            made.append(path)
    return made


def _free(folder: Path, game: str) -> Path:
    names = (folder / f"{game}-{number:03}.toml" for number in range(1, 1000))
    return next(path for path in names if not path.exists())
