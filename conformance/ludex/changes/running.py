"""`ludex diff --rules OLD NEW`, from the words of the command line to the comparisons."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from ludex.changes.asking import Play
from ludex.changes.comparing import Comparison, compare
from ludex.changes.revisions import laid_out
from ludex.changes.sides import Side, Tree, read_sides
from ludex.fault import Fault
from ludex.rules import UnknownChoice
from ludex.wire.engine import NotServed, game_module


def comparisons(
    root: Path, old: str, new: str, play: Play, only: str | None = None
) -> Iterator[tuple[Comparison, tuple[Tree, Tree]]]:
    """One comparison a game; raises Fault where a side is named wrong."""
    sides = read_sides(old, new)
    with ExitStack() as stack:
        trees = (_tree(root, sides[0], stack), _tree(root, sides[1], stack))
        pool = [trees[0]] if trees[0].root == trees[1].root else list(trees)
        for game in _games(sides, trees, only):
            for side in sides:
                _require_rules(side)
            yield compare(game, trees, sides, pool, play), trees


def _tree(root: Path, side: Side, stack: ExitStack) -> Tree:
    """The tree of a side: this one, or that of a revision (a dot is this one, too)."""
    if side.revision in (None, "."):
        return Tree(root)
    return stack.enter_context(laid_out(root, str(side.revision)))


def _games(sides: tuple[Side, Side], trees: tuple[Tree, Tree], only: str | None) -> list[str]:
    both = [game for game in trees[1].games() if game in trees[0].games()]
    wanted = sides[0].game or only
    if wanted is None:
        return both
    if wanted not in both:
        raise Fault(f"there are no rules of {wanted!r} on both sides", f"The games are {', '.join(both)}.")
    return [wanted]


def _require_rules(side: Side) -> None:
    """An edition or reading of this tree that does not exist is told of before anything is asked."""
    if side.game is None or side.edition is None or side.revision not in (None, "."):
        return
    try:
        game_module(side.game).REGISTER.rules(side.edition, dict(side.choices))
    except (UnknownChoice, NotServed) as unknown:
        raise Fault(f"{side.label}: {unknown}") from None
