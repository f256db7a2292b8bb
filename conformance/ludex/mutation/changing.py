"""One change to a tree: a node, or a run of nodes, put in the place of others; it can be taken back."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Edit:
    """What is put where: a field of a node, or some places of a list in one.

    ``operator`` is the kind of slip; ``before`` and ``after`` show the code, and ``node`` is where it stands.
    """

    operator: str
    node: ast.AST
    owner: ast.AST
    field: str
    old: Any
    new: Any

    @property
    def line(self) -> int:
        """The line that it changes."""
        return int(getattr(self.node, "lineno", 0) or getattr(self.owner, "lineno", 0))

    @property
    def before(self) -> str:
        """The code that is changed."""
        return _code(self.owner) if self._is_part else _code_that_differs(self.old, self.new)

    @property
    def after(self) -> str:
        """The code that it is changed to."""
        if not self._is_part:
            return _code_that_differs(self.new, self.old)
        self.make()
        try:
            return _code(self.owner)
        finally:
            self.undo()

    @property
    def _is_part(self) -> bool:
        """Whether the code around says more: of an expression, the whole of it."""
        return isinstance(self.owner, ast.expr | ast.comprehension)

    def make(self) -> None:
        """Change the tree."""
        setattr(self.owner, self.field, self.new)
        ast.fix_missing_locations(self.owner)

    def undo(self) -> None:
        """Change it back."""
        setattr(self.owner, self.field, self.old)


def replacement(operator: str, owner: ast.AST, field: str, place: int | None, new: ast.AST) -> Edit:
    """One node in the place of another."""
    old = getattr(owner, field)
    if place is None:
        return Edit(operator, old, owner, field, old, _at(new, old))
    node = old[place]
    return Edit(operator, node, owner, field, old, [*old[:place], _at(new, node), *old[place + 1 :]])


def removal(operator: str, owner: ast.AST, field: str, place: int, instead: list[ast.AST] | None = None) -> Edit:
    """One node of a list less; ``instead`` is what a list must not be without."""
    old = getattr(owner, field)
    left = [*old[:place], *old[place + 1 :]] or [_at(node, old[place]) for node in instead or []]
    return Edit(operator, old[place], owner, field, old, left)


def swap(operator: str, owner: ast.AST, field: str, place: int) -> Edit:
    """A node of a list and the next one, the other way round."""
    old = getattr(owner, field)
    new = [*old[:place], old[place + 1], old[place], *old[place + 2 :]]
    return Edit(operator, old[place], owner, field, old, new)


def _at(new: ast.AST, old: ast.AST) -> ast.AST:
    if not hasattr(new, "lineno"):
        ast.copy_location(new, old)
    return new


def _code_that_differs(value: Any, other: Any) -> str:
    """The code of what differs: of lists, only the nodes that are not the same in both, and one beside them."""
    if not isinstance(value, list):
        return _code(value)
    rest = other if isinstance(other, list) else []
    kept = {id(node) for node in rest}
    moved = len(value) == len(rest) and {id(node) for node in value} == kept
    if moved:
        parts = [node for node, there in zip(value, rest, strict=True) if node is not there]
    else:
        parts = [node for node in value if id(node) not in kept]
    return "; ".join(_code(node) for node in parts)


def _code(node: Any) -> str:
    if isinstance(node, ast.AST):
        return type(node).__name__ if isinstance(node, ast.operator) else ast.unparse(ast.fix_missing_locations(node))
    return repr(node)
