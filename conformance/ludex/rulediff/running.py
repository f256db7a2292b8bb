"""`ludex diff --rules OLD NEW`, from the words of the command line to the comparisons."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from ludex.fault import Fault
from ludex.rulediff.asking import PlayAmount, suites_of
from ludex.rulediff.comparing import Comparison, compare
from ludex.rulediff.revisions import lay_out
from ludex.rulediff.sides import Side, Tree, read_sides


def comparisons(
    root: Path, old: str, new: str, play: PlayAmount, only: str | None = None, remembers: bool = False
) -> Iterator[tuple[Comparison, tuple[Tree, Tree]]]:
    """One comparison a game; raises Fault where a side is named wrong."""
    sides = read_sides(old, new)
    with ExitStack() as stack:
        trees = (_tree(root, sides[0], stack), _tree(root, sides[1], stack))
        for game in _games(sides, trees, only):
            yield compare(game, trees, sides, suites_of(trees, game), play, remembers=remembers), trees


def _tree(root: Path, side: Side, stack: ExitStack) -> Tree:
    """The tree of a side: this one, or that of a revision (a dot is this one, too)."""
    if side.revision in (None, "."):
        return Tree(root)
    return stack.enter_context(lay_out(root, str(side.revision)))


def _games(sides: tuple[Side, Side], trees: tuple[Tree, Tree], only: str | None) -> list[str]:
    both = [game for game in trees[1].games() if game in trees[0].games()]
    wanted = sides[0].game or only
    if only not in (None, wanted):
        raise Fault(f"{sides[0].label} is not of {only}", "Leave --game out: it is for two revisions.")
    if wanted is None:
        return both
    if wanted not in both:
        raise Fault(f"there are no rules of {wanted!r} on both sides", f"The games are {', '.join(both)}.")
    return [wanted]
