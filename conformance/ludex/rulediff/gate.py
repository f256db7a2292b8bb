"""The gate of a change of rules: what flips must be declared, what is declared must flip, and no vector goes lost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ludex.fault import Fault
from ludex.outlet import be_ready, write
from ludex.rulebook import Rulebook, read_rulebook
from ludex.rulediff.asking import PlayAmount, is_of_another_form, suite_of
from ludex.rulediff.beside import FilesChanged, changed_between, history_rewritten, of_all, of_game
from ludex.rulediff.code import code_changed, files_changed, newly_reached
from ludex.rulediff.comparing import Comparison, compare
from ludex.rulediff.flips import OTHER_REASONS, Flip
from ludex.rulediff.fragments import FOLDER, Fragment, declaration_text, fresh
from ludex.rulediff.kept import (
    MOST_NAMES_SHOWN,
    RENAMES,
    altered_vectors,
    faults_of_renames,
    first_names,
    lost_vectors,
    manifest_changed,
    open_in_both,
    renames_of,
    said_otherwise,
    told_twice,
    topics_gone,
    vectors_of,
)
from ludex.rulediff.registers import changes, unknown_name
from ludex.rulediff.revisions import lay_out, unseen_in
from ludex.rulediff.showing import faults_of, locate, outcomes, propose_scenario
from ludex.rulediff.sides import Side, Tree
from ludex.rulediff.telling import by, example, texts_changed
from ludex.vectors.suite import Suite
from ludex.wording import quantity

DECLARATION = "a declaration"
JUDGING = "the judge"
GENERATE = "`ludex generate` makes vectors; they are never edited by hand"
STAYS = "was there at the base: what has had its effect stays as it was, and a new change has a file of its own"
OTHER_FORM = "the vectors of the base are stored in another form: today's are asked, and which are gone is not told"


@dataclass
class Findings:
    """What the gate found in one game: what stops the change, and what is only to be looked at."""

    game: str
    stops: list[str] = field(default_factory=list)
    review: list[str] = field(default_factory=list)
    undeclared: list[Flip] = field(default_factory=list)
    edited: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    comparison: Comparison | None = None
    scenario: str = ""
    about: str = "its rules are what they were"


@dataclass(frozen=True)
class Happened:
    """What changed: flips by vector, flips by clause where no vector shows them, and vectors that expect otherwise."""

    flipped: Mapping[str, Flip] = field(default_factory=dict)
    hidden: Mapping[str, Flip] = field(default_factory=dict)
    altered: frozenset[str] = frozenset()

    @property
    def flips(self) -> list[Flip]:
        """All flips."""
        return [*self.flipped.values(), *self.hidden.values()]


def gate(root: Path, base: str, play: PlayAmount, propose: bool = False, remembers: bool = False) -> list[Findings]:
    """The findings of each game between a revision and the working tree; raises Fault.

    With ``propose`` a scenario is looked for that shows what is not declared; with ``remembers`` answers are taken from
    earlier where nothing has changed that they were made of.
    """
    new = Tree(root)
    with lay_out(root, base) as old:
        declared = fresh(root / FOLDER, old.root / FOLDER)
        games = sorted({*old.games(), *new.games()})
        for fragment in declared:
            if fragment.game not in games:
                raise Fault(
                    f"{fragment.path}: there is no game {fragment.game!r}", f"The games are {', '.join(games)}."
                )
        changed = changed_between(old, new)
        told = [
            _of_game(game, changed, [one for one in declared if one.game == game], play, remembers) for game in games
        ]
        for found in told if propose else ():
            if found.undeclared:
                found.scenario = propose_scenario(root, found.game, (old, new), _clauses_of(found.undeclared))
        shared = Findings(
            JUDGING,
            [*unseen_in(root), *(f"{path} {STAYS}" for path in history_rewritten(changed))],
            list(of_all(changed, {*games})),
            about="what judges, and what stands beside the games, is not what it was",
        )
        return [*told, shared] if shared.stops or shared.review else told


def _of_game(game: str, files: FilesChanged, declared: list[Fragment], play: PlayAmount, remembers: bool) -> Findings:
    trees = files.trees
    found = Findings(game)
    if game not in trees[0].games():
        found.about = "a new game: nothing of it can flip"
        return found
    if game not in trees[1].games():
        found.stops.append("the game is gone")
        return found
    suites = (suite_of(trees[0], game), suite_of(trees[1], game))
    if is_of_another_form(trees[0], game):
        suites = (suites[1], suites[1])
        found.review.append(OTHER_FORM)
    elif suites[0] and suites[1] and suites[0].seal == suites[1].seal:
        suites = (suites[1], suites[1])  # one manifest vouches for the same files: they are read once
    changed = files_changed(game, trees)
    if changed:
        sides = (Side("the base", revision="the base"), Side("the working tree"))
        before, now = ([suite] if suite else [] for suite in suites)
        found.comparison = compare(game, trees, sides, before, play, now, remembers)
        _tell_of_comparison(found, found.comparison, changed)
    new = vectors_of(suites[1])
    old = new if suites[0] is suites[1] else vectors_of(suites[0])
    happened = _what_happened(found.comparison, altered_vectors(old, new))
    texts = texts_changed(game, trees)
    _hold_against(found, happened, declared)
    _require_sound(found, happened, declared, read_rulebook(trees[1].spec / game / "rulebook"), {*texts})
    _hold_scenarios(found, declared, trees)
    renames = renames_of(trees[1].vectors / game / RENAMES)
    found.stops += faults_of_renames(old, new, renames)
    twice = list(told_twice(suites[1]))
    if twice:
        found.stops.append(f"{_vectors(len(twice), 'is', 'are')} there twice: {first_names(twice)}")
    lost = lost_vectors(old, new, renames, open_in_both(*suites))
    _hold_lost(found, lost, declared)
    stale = happened.flipped.keys() & old.keys() & new.keys() - happened.altered
    if stale:
        found.review.append(
            f"{_vectors(len(stale), 'still expects', 'still expect')} the old result: run `make vectors`"
        )
    _review_vectors(found, suites, bool(lost or happened.altered))
    found.review += said_otherwise(old, new)
    flipped = {flip.clause for flip in happened.flips}
    found.review += [f"in {one}, and nothing of the rules did before" for one in newly_reached(game, trees, changed)]
    if flipped:  # else the code that changed is told of as a whole
        _review_code(found, list(code_changed(game, trees, changed)), flipped)
    review_play(found, happened)
    _review_texts(found, texts, flipped)
    found.review += of_game(files, game)
    return found


def _review_vectors(found: Findings, suites: tuple[Suite | None, Suite | None], are_others: bool) -> None:
    gone = topics_gone(*suites)
    if gone:
        found.review.append(f"topics that were there and are not: {first_names(gone)}")
    found.review += [f"the manifest says otherwise: {what}" for what in manifest_changed(*suites)]
    old, new = (suite.manifest.version if suite else "" for suite in suites)
    if are_others and old == new:
        found.review.append(f"vectors that were there say otherwise or are gone, and their version is still {new}")


def _review_code(found: Findings, changed: list[tuple[str, str]], flipped: set[str | None]) -> None:
    found.review += [
        f"the code of {place} changed, and no answer did by {clause}"
        for place, clause in changed
        if clause and clause not in flipped
    ]
    without = [place for place, clause in changed if not clause]
    if without:
        found.review.append(f"code without a clause changed beside: {first_names(without)}")


def review_play(found: Findings, happened: Happened) -> None:
    """What play finds by a clause in another way than vectors show: it may hide behind what is declared."""
    shown = {(flip.clause, flip.kind) for flip in happened.flips}
    played = found.comparison.unseen if found.comparison else ()
    for clause, kind in sorted(
        {(flip.clause or "", flip.kind) for flip in played if (flip.clause, flip.kind) not in shown}
    ):
        found.review.append(f"play finds what no vector shows: by {clause or 'no clause'}, {kind}")


def _tell_of_comparison(found: Findings, comparison: Comparison, changed: list[str]) -> None:
    found.about = f"{quantity(comparison.asked, 'vector')} and {quantity(comparison.played, 'other question')} compared"
    found.review += changes(comparison.registers)
    if not comparison.asked + comparison.played:
        found.stops.append("its rules changed, and there was nothing to ask: neither side has vectors")
    elif not comparison.flips and not comparison.unseen:
        found.review.append(f"the code changed, and no answer did: {first_names(changed)}")


def _what_happened(comparison: Comparison | None, expected: set[str]) -> Happened:
    if comparison is None:
        return Happened(altered=frozenset(expected))
    seen = {flip.clause for flip in comparison.flips}
    return Happened(
        {str(flip.asked.vector): flip for flip in comparison.flips},
        {flip.clause or "": flip for flip in comparison.unseen if flip.clause not in seen},
        frozenset(expected),
    )


def _hold_against(found: Findings, happened: Happened, declared: list[Fragment]) -> None:
    """Compares what flips with what is declared, both ways."""
    _hold_apart(found, declared)
    vectors = frozenset[str]().union(*(one.vectors for one in declared))
    clauses = frozenset[str]().union(*(one.unseen for one in declared))
    undeclared = [flip for name, flip in happened.flipped.items() if name not in vectors]
    secret = [flip for clause, flip in happened.hidden.items() if clause not in clauses]
    found.undeclared = [*undeclared, *secret]
    found.edited = sorted(happened.altered - happened.flipped.keys() - vectors)
    if undeclared:
        changing = _vectors(len(undeclared), "changes its result", "change their result")
        found.stops.append(f"{changing}, and no declaration says so")
    found.stops += [
        f"answers change by {flip.clause or 'no clause'} that no vector asks for, and no declaration says so"
        for flip in secret
    ]
    if found.edited:
        expecting = _vectors(len(found.edited), "expects", "expect")
        why = f"though the rules answer as they did ({GENERATE})"
        found.stops.append(f"{expecting} something else than before, {why}: {first_names(found.edited)}")
    for one in declared:
        found.stops += [f"{one.path.name} {idle}" for idle in _idle(one, happened)]


def _hold_apart(found: Findings, declared: list[Fragment]) -> None:
    """Each change is declared once: of two reasons nobody could say which is the one."""
    twice = Counter(name for one in declared for name in one.vectors | one.unseen | one.removed)
    names = sorted(name or "no clause" for name, count in twice.items() if count > 1)
    if names:
        found.stops.append(f"declared more than once: {first_names(names)}")


def _hold_lost(found: Findings, lost: list[str], declared: list[Fragment]) -> None:
    """Every vector that is gone is declared, and none that is still there."""
    removed = frozenset[str]().union(*(one.removed for one in declared))
    found.lost = [name for name in lost if name not in removed]
    if found.lost:
        are = _vectors(len(found.lost), "is", "are")
        found.stops.append(
            f"{are} gone without a new name in {RENAMES} or a declaration (removed): {first_names(found.lost)}"
        )
    for one in declared:
        if there := sorted(one.removed.difference(lost)):
            found.stops.append(f"{one.path.name} declares as removed what is not gone: {first_names(there)}")


def _idle(one: Fragment, happened: Happened) -> Iterator[str]:
    """What is declared and does not happen."""
    vectors = sorted(one.vectors - happened.flipped.keys() - happened.altered)
    if vectors:
        yield f"declares vectors that do not change: {first_names(vectors)}"
    for clause in sorted(one.unseen - happened.hidden.keys()):
        yield f"declares an unseen change by {clause or 'no clause'} that is not there"


def _require_sound(
    found: Findings, happened: Happened, declared: list[Fragment], book: Rulebook, texts: set[str]
) -> None:
    """Holds each declaration against the rulebook, the register and the clauses that its changes turn on."""
    for one in declared:
        faults = list(one.faults(book))
        if found.comparison is not None and one.name:
            faults += filter(None, [unknown_name(found.comparison.registers.new, one.kind, one.name)])
        found.stops += [f"{one.path.name}: {fault}" for fault in faults]
        foreign = sorted(name for name in one.vectors if one.kind == "edition" and not _is_of(name, one.name))
        if foreign:
            found.stops.append(f"{one.path.name} declares vectors of another edition than {one.name}: {foreign[0]}")
        flips = [flip for name, flip in happened.flipped.items() if name in one.vectors]
        flips += [flip for clause, flip in happened.hidden.items() if clause in one.unseen]
        _hold_clauses(found, one, flips, book.keys() - texts)
        _review_reading(found, one, flips)


def _hold_scenarios(found: Findings, declared: list[Fragment], trees: tuple[Tree, Tree]) -> None:
    """Each change of answers is shown by a scenario that passes now, and did not before."""
    root = trees[1].root
    shown = [one for one in declared if one.scenario]
    files = [locate(root, one.scenario)[0] for one in shown]
    sides = (outcomes(trees[0], files), outcomes(trees[1], files)) if files else ({}, {})
    for one in declared:
        if one.scenario:
            found.stops += [f"{one.path.name}: {fault}" for fault in faults_of(root, one, sides)]
        elif one.vectors or one.unseen:
            found.review.append(f"{one.path.name} names no scenario that shows what changes")


def _is_of(vector: str, edition: str) -> bool:
    return vector.partition("@")[2].partition("+")[0] == edition


def _hold_clauses(found: Findings, one: Fragment, flips: list[Flip], as_before: set[str]) -> None:
    """A declaration names a clause only if one of its changes turns on it, or if its text changed."""
    touched = {clause for flip in flips for clause in (flip.clause, *flip.asked.clauses, *flip.reasons)}
    for clause in one.clauses if flips else ():
        if clause in as_before - touched:
            found.stops.append(f"{one.path.name} names {clause}, and nothing that it declares turns on that clause")
    left_out = Counter(str(flip.clause) for flip in flips if flip.clause and flip.traced)
    for clause, count in left_out.items():
        if clause not in one.clauses:
            found.review.append(f"{one.path.name} does not name {clause}, by which {count:,} of its changes are")


def _review_reading(found: Findings, one: Fragment, flips: list[Flip]) -> None:
    """A declared reading changes what is asked under it, and nothing else."""
    if one.kind != "reading" or found.comparison is None:
        return
    entry, _, choice = one.name.partition("=")
    editions = found.comparison.registers.new.editions
    defaults = {edition: said.readings.get(entry, ("",))[0] for edition, said in editions.items()}
    asked = [(flip.asked.vector, flip.asked.new) for flip in flips if flip.asked.vector]
    others = [name for name, form in asked if form["choices"].get(entry, defaults.get(form["edition"])) != choice]
    if others:
        found.review.append(
            f"{one.path.name} declares what is not asked under {one.name}: {first_names(sorted(others))}"
        )


def _review_texts(found: Findings, texts: Mapping[str, tuple[str, str]], flipped: set[str | None]) -> None:
    for clause, (old, new) in texts.items():
        if clause not in flipped:
            what = "the text of {} changed" if old and new else "{} is new" if new else "{} is gone"
            told = f"{what.format(clause)}, and no answer changed by it"
            said = [f"  {when} {text}" for when, text in (("before:", old), ("after: ", new)) if text]
            found.review.append("\n".join([told, *said]))


def _vectors(count: int, one: str, more: str) -> str:
    return quantity(count, f"vector {one}", f"vectors {more}")


# Telling and declaring


def headline(found: Findings) -> str:
    """Whether a game passes, in a line."""
    return f"{found.game}: {'stopped' if found.stops else 'passes'}, {found.about}"


def lines(findings: list[Findings], show: int) -> Iterator[str]:
    """The report of the gate."""
    for found in findings:
        yield headline(found)
        yield from (f"  stop: {stop}" for stop in found.stops)
        for review in found.review:
            yield from (f"  {line}" for line in f"review: {review}".splitlines())
        for flip in _best(found.undeclared)[:show]:
            yield ""
            yield f"  {by(flip)}"
            yield from (f"  {line}".rstrip() for line in example(found.game, flip))
        yield from _list_by_change(found.undeclared)
    if any(found.undeclared or found.edited or found.lost for found in findings):
        yield ""
        yield "If this is meant, `ludex gate --base REVISION --declare` writes the declaration to fill in."


def _best(flips: Iterable[Flip]) -> list[Flip]:
    """Of each clause and kind the flip that shows it best, what decides most first; reasons if there is no other."""
    best: dict[tuple[str | None, str], Flip] = {}
    for flip in sorted(flips, key=lambda one: (not one.traced, not one.played, one.order)):
        best.setdefault((flip.clause, flip.kind), flip)
    decided = {clause for clause, kind in best if kind != OTHER_REASONS}
    return [flip for (clause, kind), flip in best.items() if kind != OTHER_REASONS or clause not in decided]


def _list_by_change(flips: list[Flip]) -> Iterator[str]:
    """The undeclared vectors, a line each, under what they change by."""
    groups: dict[str, list[str]] = {}
    for flip in flips:
        if flip.asked.vector:
            groups.setdefault(by(flip), []).append(flip.asked.vector)
    for reason, names in groups.items():
        yield ""
        yield f"  undeclared, {reason} ({len(names):,}):"
        yield from (f"    {name}" for name in names[:MOST_NAMES_SHOWN])
        if len(names) > MOST_NAMES_SHOWN:
            yield f"    and {len(names) - MOST_NAMES_SHOWN:,} more; --declare writes down all of them"


def declare(root: Path, findings: list[Findings]) -> list[Path]:
    """Writes a declaration to fill in for each game with undeclared changes or losses; never over another file."""
    made: list[Path] = []
    for found in findings:
        if found.undeclared or found.edited or found.lost:
            seen = [flip.asked.vector for flip in found.undeclared if flip.asked.vector]
            unseen = [flip.clause or "" for flip in found.undeclared if not flip.asked.vector]
            clauses = _clauses_of(found.undeclared)
            path = _free(root / FOLDER, found.game)
            be_ready(path.parent, DECLARATION)
            text = declaration_text(found.game, clauses, [*seen, *found.edited], unseen, found.lost, found.scenario)
            write(path, [text.encode()], DECLARATION)
            made.append(path)
    return made


def _clauses_of(flips: list[Flip]) -> set[str]:
    """The clauses that answer otherwise; where none does, those at which it is seen."""
    return {flip.clause for flip in flips if flip.clause and flip.traced} or {
        flip.clause for flip in flips if flip.clause
    }


def _free(folder: Path, game: str) -> Path:
    names = (folder / f"{game}-{number:03}.toml" for number in range(1, 1000))
    return next(path for path in names if not path.exists())
