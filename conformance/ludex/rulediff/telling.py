"""Tells the story of a change of rules to a reader of neither side."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from ludex.judge.weigh import refusal_of
from ludex.report.drawing import Easel
from ludex.rulebook import Clause, Rulebook, read_rulebook
from ludex.rulediff.comparing import Comparison
from ludex.rulediff.flips import OTHER_LIST, OTHER_REASONS, WEIGHT, Flip, only_in
from ludex.rulediff.registers import between, changes
from ludex.rulediff.sides import Tree
from ludex.wording import quantity

MOST_ACTIONS_NAMED = 3  # of a list
UNREADABLE = "unreadable"
MAX_TEXT_CHARACTERS = 40
MAX_COLUMNS = 100  # of pictures beside each other
MAX_JSON_CHARACTERS = 400
EDITIONS_CHAPTER = "*editions*.md"


def lines(found: Comparison, trees: tuple[Tree, Tree], show: int) -> Iterator[str]:
    """The report: what is said of the change in words, the counts, and clause by clause the plainest examples."""
    old, new = found.sides
    yield f"{found.game}: before is {old.label}, after is {new.label}"
    yield ""
    yield from _in_words(found, trees)
    yield from _counts(found)
    books = _book(trees[0], found.game), _book(trees[1], found.game)
    for clause, flips in found.by_clause().items():
        yield ""
        yield from _heading(clause, books, flips)
        for flip in _examples(flips)[: show if _is_plain(flips) else min(show, 1)]:
            yield ""
            yield from example(found.game, flip)
    yield from _text_changes(found, trees)


def _in_words(found: Comparison, trees: tuple[Tree, Tree]) -> Iterator[str]:
    """What the register and the rulebook say of the change."""
    old, new = found.sides
    said = list(between(found.registers, found.sides)) if new.edition else [[one] for one in changes(found.registers)]
    if said:
        yield "What the register says:"
    for line, *points in said:
        yield f"  {line}"
        yield from (f"    {point}" for point in points)
    if said:
        yield ""
    if old.edition and new.edition and old.edition != new.edition:
        yield from _naming(found.game, trees[1], (old.edition, new.edition))


def _naming(game: str, tree: Tree, editions: tuple[str, str]) -> Iterator[str]:
    """The clauses that speak of either edition by its name."""
    named = [one for one in _book(tree, game).values() if _speaks_of(one, editions)]
    if not named:
        return
    chapter = next((tree.spec / game / "rulebook").glob(EDITIONS_CHAPTER), None)
    yield "Clauses that name one of the editions" + (
        f" ({chapter.relative_to(tree.root)} sums them up):" if chapter else ":"
    )
    for one in named:
        yield f"  {one.id} · {one.title}: {' '.join(one.sentence.split())}"
    yield ""


def _speaks_of(clause: Clause, editions: tuple[str, str]) -> bool:
    """Whether the sentence or its source names an edition, or the first words after it do."""
    told = (clause.sentence, clause.source, clause.notes.strip().partition("\n")[0])
    return any(f"`{edition}`" in text for edition in editions for text in told)


def _counts(found: Comparison) -> Iterator[str]:
    kinds = Counter(flip.kind for flip in found.flips)
    yield f"Vectors: {quantity(found.asked, 'question')}, {len(found.flips):,} answered otherwise."
    yield from (f"  {kinds[kind]:,} x {kind}" for kind in WEIGHT if kinds[kind])
    seen = {flip.clause for flip in found.flips}
    fresh = sorted({str(flip.clause) for flip in found.unseen if flip.clause and flip.clause not in seen})
    more = f"changes that no vector sees, by {', '.join(fresh)}" if fresh else "no change that the vectors do not show"
    yield f"Random play: {quantity(found.played, 'question')}, {more}."
    if not found.flips and not found.unseen:
        yield "Nothing that was asked tells the two apart."


def _is_drawn(flip: Flip) -> bool:
    """Whether the boards say something: not of mere reasons, nor of a number that no clause tells of."""
    return flip.kind != OTHER_REASONS and (flip.traced or not flip.asked.plainness)


def _is_plain(flips: list[Flip]) -> bool:
    """Whether a clause itself changes what may be played, which is worth more than one example."""
    return any(flip.traced and flip.played for flip in flips)


def _heading(clause: str | None, books: tuple[Rulebook, Rulebook], flips: list[Flip]) -> Iterator[str]:
    was, now = ((book.get(clause) if clause else None) for book in books)
    said = now or was
    first = "First seen at " if clause and not any(flip.traced for flip in flips) else ""
    name = f"{first}{clause}" if clause else "By no clause that can be named" if clause == "" else "Not looked into"
    yield f"{name}{' · ' + said.title if said else ''} ({len(flips):,})"
    if said:
        yield f"  {' '.join(said.sentence.split())}"
    if first:
        yield "  (The clause itself is as it was, and is asked about something else. What changed lies before it.)"
    kinds = Counter(flip.kind for flip in flips)
    yield "  " + ", ".join(f"{kinds[kind]:,} x {kind}" for kind in WEIGHT if kinds[kind])


def by(flip: Flip) -> str:
    """By what a flip is, in words."""
    if not flip.clause:
        return "not looked into" if flip.clause is None else "by no clause"
    return f"by {flip.clause}" if flip.traced else f"first seen at {flip.clause} (what changed lies before it)"


def _examples(flips: list[Flip]) -> list[Flip]:
    """The plainest of each kind of change, what decides most first; mere reasons if there is nothing else."""
    kinds = sorted({flip.kind for flip in flips}, key=WEIGHT.index)
    shown = [kind for kind in kinds if kind != OTHER_REASONS] or kinds
    best = [min((flip for flip in flips if flip.kind == kind), key=_plainest) for kind in shown]
    return sorted(best, key=lambda flip: (flip.asked.plainness, WEIGHT.index(flip.kind)))


def _plainest(flip: Flip) -> tuple[bool, bool, tuple[int, int]]:
    return not flip.traced, not flip.played, flip.order


def example(game: str, flip: Flip) -> Iterator[str]:
    """One question with both answers, drawn."""
    readable = flip.asked.old if refusal_of(flip.new.get("answer")) == UNREADABLE else flip.asked.new
    easel = Easel(game, readable["edition"], readable["choices"])
    yield f"  {flip.kind}: {flip.asked.vector or flip.asked.source}"
    if flip.asked.why and flip.asked.vector:
        yield f"    {flip.asked.why}"
    fields = flip.asked.fields
    if "position" not in fields:
        yield f"    {flip.asked.operation} {_json(fields)}"
    if "action" in fields:
        yield from _indent(f"action: {easel.action(fields['action'])}")
    yield from _answers(easel, flip)
    if _is_drawn(flip):
        yield from _boards(easel, flip)


def _answers(easel: Easel, flip: Flip) -> Iterator[str]:
    if flip.kind == OTHER_LIST:
        before, after = (told["answer"]["actions"] for told in (flip.old, flip.new))
        for name, actions in (("no longer legal", only_in(before, after)), ("now legal", only_in(after, before))):
            if actions:
                yield from _indent(f"{name}: {_some(easel, actions)}")
        return
    for name, told in (("before", flip.old), ("after", flip.new)):
        yield from _indent(f"{name}: {_answer(easel, told)}")


def _boards(easel: Easel, flip: Flip) -> Iterator[str]:
    """The position that is asked about and those that come of it, two beside each other."""
    told = [("before", flip.old.get("answer", {})), ("after", flip.new.get("answer", {}))]
    shown = [("position", flip.asked.fields), *told]
    pictures = [f"{name}\n{easel.board(holder['position'])}" for name, holder in shown if "position" in holder]
    for start in range(len(pictures) % 2, len(pictures), 2) if len(pictures) > 1 else ():
        pictures[start : start + 2] = [_beside(*pictures[start : start + 2]), ""]
    for picture in filter(None, pictures):
        yield ""
        yield from _indent(picture)


def _beside(left: str, right: str) -> str:
    """Two pictures beside each other, or below where they are too wide for that."""
    rows = list(zip_longest(left.splitlines(), right.splitlines(), fillvalue=""))
    width = max(len(row) for row, _ in rows)
    lines = [f"{row:{width}}   {other}".rstrip() for row, other in rows]
    return "\n".join(lines) if max(map(len, lines)) <= MAX_COLUMNS else f"{left}\n\n{right}"


def _some(easel: Easel, actions: list[Any]) -> str:
    more = f", and {len(actions) - MOST_ACTIONS_NAMED} more" if len(actions) > MOST_ACTIONS_NAMED else ""
    return f"{'; '.join(map(easel.action, actions[:MOST_ACTIONS_NAMED]))}{more}"


def _answer(easel: Easel, told: Mapping[str, Any]) -> str:
    if "error" in told:
        return str(told["error"])
    answer = told["answer"]
    if kind := refusal_of(answer):
        moot = f"; not asked: {', '.join(answer[kind]['moot'])}" if answer[kind].get("moot") else ""
        return f"refused as {kind} ({', '.join(answer[kind]['broken'])}{moot})"
    if set(answer) == {"actions"}:
        return f"legal: {_some(easel, answer['actions'])}" if answer["actions"] else "no legal action"
    rest = {name: value for name, value in answer.items() if name != "position"}
    return _json(rest) if rest else "allowed"


def _json(value: Any) -> str:
    """The value as JSON, long texts in it cut short."""
    told = msgspec.json.encode(_shorten(value)).decode()
    return told if len(told) <= MAX_JSON_CHARACTERS else f"{told[:MAX_JSON_CHARACTERS]}…"


def _shorten(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _shorten(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return list(map(_shorten, value))
    if isinstance(value, str) and len(value) > MAX_TEXT_CHARACTERS:
        return f"{value[: MAX_TEXT_CHARACTERS // 2]}… ({quantity(len(value), 'character')})"
    return value


def _indent(text: str) -> Iterator[str]:
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


def _text_changes(found: Comparison, trees: tuple[Tree, Tree]) -> Iterator[str]:
    changed = texts_changed(found.game, trees) if trees[0] != trees[1] else {}
    if changed:
        yield ""
        yield "Clauses whose text changed:"
    for clause, (old, new) in changed.items():
        yield f"  {clause}"
        yield f"    before: {old or '(none)'}"
        yield f"    after:  {new or '(none)'}"
