"""The difference of two runs as a page."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from ludex.judge.escape import visible
from ludex.report.diff import KINDS, TOLD, Change, Difference, run_in_words, sentence_of
from ludex.report.html import Anchors, clause_groups
from ludex.report.pagemaking import page
from ludex.report.pencil import Pencil
from ludex.report.source import ResultsSource
from ludex.rulebook import rulebook

MOST_CLAUSES = 12
MOST_LETTERS_OF_A_MESSAGE = 200
PAGE_IDS = frozenset({"clauses"})


class ChangeListed(Struct, frozen=True):
    anchor: str
    id: str
    setting: str
    was: str
    now: str
    worse: bool
    message: str


class KindShown(Struct, frozen=True):
    """Changes of one kind: how many, by which clauses, and the first of them."""

    anchor: str
    name: str
    many: int
    clauses: list[tuple[str, int]]
    changes: list[ChangeListed]
    left: int


def html(old: ResultsSource, new: ResultsSource, found: Difference, show: int) -> Iterator[str]:
    """The lines of the page; of each kind of change the first `show` vectors are named."""
    book = rulebook(found.game)
    anchors = Anchors({*PAGE_IDS, *book, *(clause.group for clause in book.values())})
    yield from page(
        "diff.html",
        Pencil(),
        title=f"{found.game}: what changed from one run to another",
        before=run_in_words(old),
        after=run_in_words(new),
        warnings=found.warnings,
        worse=found.worse,
        sentence=sentence_of(found),
        kinds=list(_kinds(found, anchors, show)),
        book=book,
        rules=clause_groups(book),
    )


def _kinds(found: Difference, anchors: Anchors, show: int) -> Iterator[KindShown]:
    for number, kind in enumerate(KINDS):
        changes = [change for change in found.changes if change.kind == kind]
        if changes:
            counts = Counter(clause for change in changes for clause in change.clauses)
            ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:MOST_CLAUSES]
            listed = [_listed_change(change, anchors) for change in changes[:show]]
            yield KindShown(anchors.name(f"kind-{number}"), kind, len(changes), ranked, listed, len(changes[show:]))


def _listed_change(change: Change, anchors: Anchors) -> ChangeListed:
    name = anchors.name(change.id.partition("@")[0], change.id, f"{change.id}-{change.setting}")
    message = visible(change.message, MOST_LETTERS_OF_A_MESSAGE)
    return ChangeListed(name, change.id, change.setting, TOLD[change.was], TOLD[change.now], change.worse, message)
