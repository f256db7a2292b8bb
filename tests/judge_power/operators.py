"""The slips of machinery, beside those that are made in rules: a call that is gone, an option not passed on, a name for
another."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ludex.mutation.changing import Edit, removal, replacement
from ludex.mutation.operators import NodePlace, changes_of

APART = {"dict", "list", "tuple", "str", "bytes", "float"}  # no value is of two of these kinds
FOR_PEOPLE = {"help", "metavar", "description", "prog"}  # words of a command's help


@dataclass(frozen=True)
class Constants:
    """What names of constants a file knows: those that it makes or imports, by what they stand beside."""

    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def constants_of(tree: ast.Module) -> Constants:
    """For each constant, those that are made in one statement with it, imported with it, or are of its kind."""
    groups: list[tuple[str, ...]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            groups.append(tuple(alias.asname or alias.name for alias in node.names))
        elif isinstance(node, ast.Assign):
            groups += [_names(target) for target in node.targets]
    made = [group for group in ([name for name in names if name.isupper()] for names in groups) if len(group) > 1]
    return Constants({name: tuple(n for n in group if n != name) for group in made for name in group})


def _names(target: ast.expr) -> tuple[str, ...]:
    members = target.elts if isinstance(target, ast.Tuple) else []
    return tuple(one.id for one in members if isinstance(one, ast.Name))


def machine_changes(node: ast.AST, place: NodePlace, constants: Constants) -> Iterator[Edit]:
    """The changes of the rules' operators, and those of this file, but none of a text for people."""
    yield from (one for one in changes_of(node, place) if not (_is_for_people(one) or _changes_nothing(one, place)))
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for other in constants.beside.get(node.id, ())[:2]:
            yield place.put("another constant", ast.Name(other, ast.Load()))
    if isinstance(node, ast.Call):
        yield from _not_passed_on(node, place)
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list) and not isinstance(node, ast.Module | ast.ClassDef):
            yield from _forgotten(node, name, body)


def _not_passed_on(node: ast.Call, place: NodePlace) -> Iterator[Edit]:
    """An argument that is left out: one by position can be only if it is the last."""
    if isinstance(place.owner, ast.Raise):
        return
    if len(node.args) > 1:
        yield removal("drop an argument", node, "args", len(node.args) - 1)
    for number, keyword in enumerate(node.keywords):
        if keyword.arg is None:
            yield removal("drop an argument", node, "keywords", number)


def _forgotten(node: ast.AST, name: str, body: list[ast.stmt]) -> Iterator[Edit]:
    """A raise or a return in the middle that is forgotten; what shall end in any case."""
    for number, one in enumerate(body):
        bare = isinstance(one, ast.Return) and one.value is None
        if isinstance(one, ast.Raise) or bare:
            yield removal("forget a statement", node, name, number, [ast.Pass()])
    if name == "finalbody" and body:
        yield (
            replacement("forget to tidy up", node, name, 0, ast.Pass())
            if len(body) == 1
            else removal("forget to tidy up", node, name, 0)
        )


def _changes_nothing(change: Edit, place: NodePlace) -> bool:
    """Whether two neighbours changed places that know nothing of each other, or that are never both of use.

    The rules' operator takes the variable of a comprehension for one that is shared. A pair in which something is
    looked for has no order.
    """
    if change.operator == "shift a bound":  # of time: nobody meets the one tick at which it would be another
        return "time.monotonic()" in change.before and sorted(_signs(change)) in (["<", "<="], [">", ">="])
    if change.operator == "swap the members of a pair":
        return _is_looked_through(place.owner)
    if change.operator != "swap two statements":
        return False
    one, other = (node for node, there in zip(change.old, change.new, strict=True) if node is not there)
    if isinstance(one, ast.If) and isinstance(other, ast.If):
        return _exclude_each_other(one.test, other.test)
    if isinstance(one, ast.Expr) and isinstance(other, ast.Expr):
        return False
    return not (stored(one) & (read(other) | stored(other)) or stored(other) & read(one))


def _is_looked_through(owner: ast.AST) -> bool:
    """Whether in a pair that stands here something is looked for, or each of it is tried."""
    if isinstance(owner, ast.Call):
        return isinstance(owner.func, ast.Attribute) and owner.func.attr in ("startswith", "endswith")
    return isinstance(owner, ast.Compare) and isinstance(owner.ops[0], ast.In | ast.NotIn)


def _signs(change: Edit) -> Iterator[str]:
    """The signs of comparison before and after."""
    for text in (change.before, change.after):
        yield from (word for word in text.split() if word in ("<", "<=", ">", ">="))


def _exclude_each_other(one: ast.expr, other: ast.expr) -> bool:
    """Whether two conditions never hold at once: one value is of two kinds, or equals two constants."""
    (value, kinds), (same, others) = (_kind_asked(test) for test in (one, other))
    if value and value == same:
        return kinds.isdisjoint(others)
    equal = [test for test in (one, other) if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq)]
    wanted = {ast.dump(right) for test in equal for right in test.comparators if isinstance(right, ast.Constant)}
    return len(wanted) == 2 and ast.dump(equal[0].left) == ast.dump(equal[1].left)


def _kind_asked(test: ast.expr) -> tuple[str, set[str]]:
    """What is asked for its kind, and the kinds; nothing where a value may be of two of them."""
    if not isinstance(test, ast.Call) or not isinstance(test.func, ast.Name) or test.func.id != "isinstance":
        return "", set()
    value, kind = test.args
    names = {node.id for node in ast.walk(kind) if isinstance(node, ast.Name)}
    return (ast.dump(value), names) if names <= APART else ("", set())


def stored(node: ast.AST) -> set[str]:
    """The names that a statement binds, without those that are gone at the end of a comprehension."""
    return _names_as(node, ast.Store, frozenset())


def read(node: ast.AST) -> set[str]:
    """The names of others that a statement reads."""
    target = node.target if isinstance(node, ast.AugAssign) else None
    return _names_as(node, ast.Load, frozenset()) | ({target.id} if isinstance(target, ast.Name) else set())


def _names_as(node: ast.AST, how: type[ast.expr_context], inner: frozenset[str]) -> set[str]:
    if isinstance(node, ast.Name):
        return {node.id} - inner if isinstance(node.ctx, how) else set()
    for comprehension in getattr(node, "generators", ()):
        inner |= {name.id for name in ast.walk(comprehension.target) if isinstance(name, ast.Name)}
    return {name for child in ast.iter_child_nodes(node) for name in _names_as(child, how, inner)}


def _is_for_people(change: Edit) -> bool:
    """Whether only a sentence for people is another, or the help of a command lacks one or has another order; or an
    encoding is not said, which nobody can tell where it is the usual one (`tests/test_conventions.py` can)."""
    if change.operator == "swap two statements" and change.before.count(".add_argument(") == 2:
        return True
    old = change.node
    if isinstance(old, ast.keyword):
        return old.arg in FOR_PEOPLE or old.arg == "encoding"
    return isinstance(old, ast.Constant) and isinstance(old.value, str) and " " in old.value.strip()
