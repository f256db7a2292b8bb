"""Tells the story of a change of rules to a reader of neither side."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ludex.changes.comparing import Comparison
from ludex.changes.flips import OTHER_LIST, WEIGHT, Flip, only_in
from ludex.changes.sides import Tree
from ludex.judge.drawing import Easel
from ludex.judge.weigh import refusal_of
from ludex.rulebook import Clause, Rulebook, read_rulebook
from ludex.wire.engine import game_module

NAMED = 3


def lines(found: Comparison, trees: tuple[Tree, Tree], show: int) -> Iterator[str]:
    """The report: what the register says, the counts, and clause by clause the shortest examples."""
    old, new = found.sides
    yield f"{found.game}: from {old.label} to {new.label}"
    yield ""
    yield from _register(found)
    yield from _counts(found)
    book = _book(trees[1], found.game) | _book(trees[0], found.game)
    for clause, flips in found.by_clause().items():
        yield ""
        yield from _heading(clause, book.get(clause), flips)
        for flip in _examples(flips)[:show]:
            yield ""
            yield from example(found.game, flip)
    yield from _text_changes(found.game, trees)


def _register(found: Comparison) -> Iterator[str]:
    """The readings in which the two sides differ, where both are rules of this tree."""
    old, new = found.sides
    if not (old.edition and new.edition) or old.revision or new.revision:
        return
    register = game_module(found.game).REGISTER
    was, now = (register.rules(side.edition, dict(side.choices)).choices for side in (old, new))
    changed = [entry for entry in register.entries if was[entry.id] != now[entry.id]]
    if changed:
        yield "What the register says:"
        for entry in changed:
            yield f"  {entry.id}: {was[entry.id]} -> {now[entry.id]}"
            yield f"    {entry.point}"
        yield ""


def _counts(found: Comparison) -> Iterator[str]:
    kinds = Counter(flip.kind for flip in found.flips)
    yield f"Vectors: {found.asked:,} questions, {len(found.flips):,} answered otherwise."
    yield from (f"  {count:,} x {kind}" for kind, count in kinds.most_common())
    seen = {flip.clause for flip in found.flips}
    fresh = [flip for flip in found.unseen if flip.clause not in seen]
    play = f"Random play: {found.played:,} questions, {len(found.unseen):,} kinds of difference"
    yield f"{play}, {len(fresh):,} by clauses of which no vector tells."
    if not found.flips and not found.unseen:
        yield "Nothing that was asked tells the two apart."


def _heading(clause: str, said: Clause | None, flips: list[Flip]) -> Iterator[str]:
    if not clause:
        yield f"Outside of any clause, or not looked into ({len(flips):,})"
        return
    yield f"{clause}{' · ' + said.title if said else ''} ({len(flips):,})"
    if said:
        yield f"  {said.sentence}"
    kinds = Counter(flip.kind for flip in flips)
    yield "  " + ", ".join(f"{count:,} x {kind}" for kind, count in kinds.most_common())


def _examples(flips: list[Flip]) -> list[Flip]:
    """The shortest of each kind of change, what decides most first."""
    kinds = sorted({flip.kind for flip in flips}, key=WEIGHT.index)
    return [min((flip for flip in flips if flip.kind == kind), key=lambda flip: flip.asked.size) for kind in kinds]


def example(game: str, flip: Flip) -> Iterator[str]:
    """One question with both answers, drawn."""
    form = flip.asked.new
    easel = Easel(game, form["edition"], form["choices"])
    yield f"  {flip.kind}: {flip.asked.vector or 'found in random play'}"
    if flip.asked.why and flip.asked.vector:
        yield f"    {flip.asked.why}"
    fields = flip.asked.fields
    if "position" in fields:
        yield from _indented(easel.board(fields["position"]))
    else:
        yield from _indented(f"{flip.asked.operation} {msgspec.json.encode(fields).decode()[:400]}")
    if "action" in fields:
        yield from _indented(f"action: {easel.action(fields['action'])}")
    yield from _answers(easel, flip)


def _answers(easel: Easel, flip: Flip) -> Iterator[str]:
    if flip.kind == OTHER_LIST:
        before, after = (told["answer"]["actions"] for told in (flip.old, flip.new))
        for name, actions in (("no longer legal", only_in(before, after)), ("now legal", only_in(after, before))):
            if actions:
                more = f", and {len(actions) - NAMED} more" if len(actions) > NAMED else ""
                yield from _indented(f"{name}: {'; '.join(map(easel.action, actions[:NAMED]))}{more}")
        return
    for name, told in (("before", flip.old), ("after", flip.new)):
        yield from _indented(f"{name}: {_answer(easel, told)}")


def _answer(easel: Easel, told: Mapping[str, Any]) -> str:
    if "error" in told:
        return str(told["error"])
    answer = told["answer"]
    if kind := refusal_of(answer):
        return f"refused as {kind} ({', '.join(answer[kind]['broken'])})"
    if set(answer) == {"position"}:
        return f"allowed\n{easel.board(answer['position'])}"
    return msgspec.json.encode(answer).decode()[:400]


def _indented(text: str) -> Iterator[str]:
    yield from (f"    {line}" for line in text.splitlines())


# What the rulebook says otherwise


def _book(tree: Tree, game: str) -> Rulebook:
    folder = tree.spec / game / "rulebook"
    return read_rulebook(folder) if folder.is_dir() else {}


def texts_changed(game: str, trees: tuple[Tree, Tree]) -> dict[str, tuple[str, str]]:
    """The clauses whose sentence differs, with the old one and the new one ("" where there is none)."""
    old, new = (_book(tree, game) for tree in trees)
    said = {clause: (_sentence(old, clause), _sentence(new, clause)) for clause in sorted({*old, *new})}
    return {clause: pair for clause, pair in said.items() if pair[0] != pair[1]}


def _sentence(book: Rulebook, clause: str) -> str:
    found = book.get(clause)
    return f"{found.level}: {' '.join(found.sentence.split())}" if found else ""


def _text_changes(game: str, trees: tuple[Tree, Tree]) -> Iterator[str]:
    changed = texts_changed(game, trees) if trees[0] != trees[1] else {}
    if changed:
        yield ""
        yield "Clauses whose text changed:"
    for clause, (old, new) in changed.items():
        yield f"  {clause}"
        yield f"    before: {old or '(none)'}"
        yield f"    after:  {new or '(none)'}"
