"""The slips that are made on purpose, on the level of rules: each operator looks at one node and gives its changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex.mutation.changing import Edit, removal, replacement, swap

ROLES = ("check", "relation", "effect", "layout")
SHIFTS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
PAIRS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SETTLED = {"strict", "detail", "key", "default_factory", "compare"}  # arguments that decide nothing
UNREACHED = "Impossible"  # what is raised on lines that no input reaches
UNORDERED = {"require", "verdict", "any", "all", "set", "frozenset", "sorted", "sum", "isinstance"}
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)


@dataclass(frozen=True)
class Known:
    """What an operator may know of a reference as a whole.

    ``fields`` gives for a field the others of its class that have its type; ``signatures`` for a function or a class
    the types of its arguments and of what it gives; both only where a name means one thing.
    """

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signatures: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)

    def keeps_its_type(self, name: ast.expr) -> bool:
        """Whether a function gives what its first argument is, so that it could be left out."""
        taken, given = self.signatures.get(name.id if isinstance(name, ast.Name) else "", ((), ""))
        return bool(taken) and bool(given) and taken[0] == given

    def takes_alike(self, name: ast.expr, index: int) -> bool:
        """Whether an argument and the next one are of one type."""
        called = name.id if isinstance(name, ast.Name) else name.attr if isinstance(name, ast.Attribute) else ""
        taken, _ = self.signatures.get(called, ((), ""))
        return len(taken) > index + 1 and bool(taken[index]) and taken[index] == taken[index + 1]


@dataclass(frozen=True)
class NodePlace:
    """Where a node stands: in which field of what, and the function around it."""

    owner: ast.AST
    field: str
    index: int | None
    function: ast.FunctionDef | None
    known: Known = Known()

    def put(self, operator: str, new: ast.AST) -> Edit:
        """Another node here."""
        return replacement(operator, self.owner, self.field, self.index, new)


Operator = Callable[[Any, NodePlace], Iterator[Edit]]


def always_holds(node: ast.FunctionDef, _: NodePlace) -> Iterator[Edit]:
    """A check that says yes to everything; an effect that leaves everything as it was."""
    role = role_of(node)
    first = next((argument.arg for argument in node.args.args), None)
    answer: ast.expr | None = None
    if role == "check":
        answer = ast.Constant(True)
    elif role == "effect" and first:
        answer = ast.Name(first, ast.Load())
    if answer is not None:
        body = [ast.copy_location(ast.Return(answer), node.body[-1])]
        yield Edit("drop a check" if role == "check" else "drop an effect", node, node, "body", node.body, body)


def role_of(node: ast.AST) -> str | None:
    """The role that a function is marked with."""
    return next((name for name, _ in marks_of(node)), None)


def marks_of(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The marks of a function: role and clause (``*`` in the place of what is worked out)."""
    for mark in getattr(node, "decorator_list", ()):
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id in ROLES and mark.args:
            yield mark.func.id, _text(mark.args[0])


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts) or "*"


def drop_member(node: ast.Tuple | ast.List | ast.Set, place: NodePlace) -> Iterator[Edit]:
    """A tuple, list or set that lacks one of its members (a check of a column, say)."""
    if isinstance(node, ast.Tuple | ast.List) and not isinstance(node.ctx, ast.Load):
        return
    whole = isinstance(place.owner, ast.Assign | ast.AnnAssign | ast.Call | ast.Compare | ast.BinOp | ast.Dict)
    if len(node.elts) > 1 and whole:
        for index in range(len(node.elts)):
            yield removal("drop a member", node, "elts", index)


def swap_members(node: ast.Tuple, place: NodePlace) -> Iterator[Edit]:
    """The two members of a pair that a function makes, exchanged, unless their order decides nothing."""
    if not place.function or not isinstance(node.ctx, ast.Load) or _is_unordered(place):
        return
    if len(node.elts) == 2 and not _alike(*node.elts):
        yield swap("swap the members of a pair", node, "elts", 0)


def _is_unordered(place: NodePlace) -> bool:
    """Whether something is only looked for there, or each member asked on its own, whatever their order."""
    if isinstance(place.owner, ast.Compare):
        return place.field == "comparators" and isinstance(place.owner.ops[place.index or 0], ast.In | ast.NotIn)
    called = place.owner.func if isinstance(place.owner, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in UNORDERED


def _alike(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def shift_bound(node: ast.Compare, _: NodePlace) -> Iterator[Edit]:
    """A bound that is weaker or stricter by one, or turned round."""
    for index, operator in enumerate(node.ops):
        for other in SHIFTS[type(operator)]:
            name = "shift a bound" if isinstance(other(), ast.LtE | ast.Lt | ast.Gt | ast.GtE) else "swap a comparison"
            yield replacement(name, node, "ops", index, other())


def negate(node: ast.If | ast.IfExp | ast.While, _: NodePlace) -> Iterator[Edit]:
    """A condition turned round, and one that is forgotten."""
    if isinstance(node, ast.While):
        return
    turned = _opposite(node.test)
    yield replacement("negate a condition", node, "test", None, turned)
    yield replacement("forget a condition", node, "test", None, ast.Constant(True))
    yield replacement("forget a case", node, "test", None, ast.Constant(False))


def _opposite(node: ast.expr) -> ast.expr:
    """What says the opposite: without its *not*, if it has one."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return ast.UnaryOp(ast.Not(), node)


def negate_filter(node: ast.comprehension, _: NodePlace) -> Iterator[Edit]:
    """A filter that lets through what it should not, or all."""
    for index, test in enumerate(node.ifs):
        yield removal("drop a filter", node, "ifs", index)
        turned = _opposite(test)
        yield replacement("negate a filter", node, "ifs", index, turned)


def negate_answer(node: ast.Return, place: NodePlace) -> Iterator[Edit]:
    """A predicate that answers the opposite."""
    function = place.function
    if function is None or node.value is None or not _names(function.returns, "bool"):
        return
    if not isinstance(node.value, ast.Compare | ast.BoolOp | ast.Constant):
        turned = _opposite(node.value)
        yield replacement("negate an answer", node, "value", None, turned)


def _names(node: ast.expr | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def weaken(node: ast.BoolOp, place: NodePlace) -> Iterator[Edit]:
    """A condition of several parts that lacks one, or asks for any where it should ask for all."""
    for index in range(len(node.values)):
        if len(node.values) > 2:
            yield removal("drop a part of a condition", node, "values", index)
        else:
            yield place.put("drop a part of a condition", node.values[1 - index])
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield place.put("swap and with or", ast.BoolOp(other, node.values))


def off_by_one(node: ast.Constant, place: NodePlace) -> Iterator[Edit]:
    """A number that is one too large or too small, or a yes that should be no."""
    if type(node.value) is bool:
        yield place.put("flip a constant", ast.Constant(not node.value))
    elif type(node.value) is int:
        yield place.put("off by one", ast.Constant(node.value + 1))
        if not (node.value == 0 and isinstance(place.owner, ast.Subscript)):  # x[-1] is often x[0]
            yield place.put("off by one", ast.Constant(node.value - 1))
    elif isinstance(node.value, str) and not _only_names(place):
        yield place.put("another word", ast.Constant(node.value + "?"))


def _only_names(place: NodePlace) -> bool:
    """Whether a text only says what is looked up: with another, nothing would be found at all."""
    if isinstance(place.owner, ast.Subscript):
        return True
    called = place.owner.func if isinstance(place.owner, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in ("reads", "get", "fact")


def _names_a_reading(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "reads"


def flip_reading(node: ast.Call, place: NodePlace) -> Iterator[Edit]:
    """A reading that is taken the other way, or not asked."""
    if _names_a_reading(node):
        yield place.put("flip a reading", ast.UnaryOp(ast.Not(), node))
        yield place.put("never by a reading", ast.Constant(False))
        yield place.put("always by a reading", ast.Constant(True))


def other_function(node: ast.Call, place: NodePlace) -> Iterator[Edit]:
    """The largest for the smallest, all for any; or a step that is left out."""
    if isinstance(node.func, ast.Name) and node.func.id in PAIRS:
        yield replacement("min or max, any or all", node, "func", None, ast.Name(PAIRS[node.func.id], ast.Load()))
    elif place.known.keeps_its_type(node.func) and node.args and not isinstance(node.args[0], ast.Starred):
        yield place.put("leave out a step", node.args[0])


def swap_steps(node: ast.Call, place: NodePlace) -> Iterator[Edit]:
    """Two effects, one after the other, in the wrong order: ``f(g(x, a), b)`` becomes ``g(f(x, b), a)``."""
    inner = node.args[0] if node.args else None
    if not isinstance(inner, ast.Call) or not inner.args or _alike(node.func, inner.func):
        return
    if place.known.keeps_its_type(node.func) and place.known.keeps_its_type(inner.func):
        first = ast.Call(node.func, [inner.args[0], *node.args[1:]], node.keywords)
        yield place.put("swap two steps", ast.Call(inner.func, [first, *inner.args[1:]], inner.keywords))


def swap_arguments(node: ast.Call, place: NodePlace) -> Iterator[Edit]:
    """Two arguments of one type, handed over in the wrong order: mover and target, say."""
    if _names_a_reading(node):
        return
    for index, (one, other) in enumerate(zip(node.args, node.args[1:], strict=False)):
        starred = isinstance(one, ast.Starred) or isinstance(other, ast.Starred)
        if not starred and not _alike(one, other) and place.known.takes_alike(node.func, index):
            yield swap("swap two arguments", node, "args", index)


def forget_field(node: ast.Call, place: NodePlace) -> Iterator[Edit]:
    """A field that is not set: what was to be reset stays."""
    if isinstance(place.owner, ast.Raise):
        return
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None and keyword.arg not in SETTLED:
            yield removal("forget a reset", node, "keywords", index)


def other_sign(node: ast.BinOp, place: NodePlace) -> Iterator[Edit]:
    """Plus for minus, and for or."""
    other = ARITHMETIC.get(type(node.op))
    if other is not None:
        yield replacement("swap an operation", node, "op", None, other())
    if isinstance(node.op, ast.Add | ast.Sub | ast.BitOr):
        for side in (node.left, node.right)[: 1 if isinstance(node.op, ast.Sub) else 2]:
            yield place.put("drop a part of a sum", side)


def other_step(node: ast.AugAssign, _: NodePlace) -> Iterator[Edit]:
    """What is added is taken away."""
    other = ARITHMETIC.get(type(node.op))
    if other is not None:
        yield replacement("swap an operation", node, "op", None, other())


def plain(node: ast.UnaryOp, place: NodePlace) -> Iterator[Edit]:
    """A sign or a *not* that is left out (that of a whole condition is another operator's)."""
    if isinstance(place.owner, ast.If | ast.IfExp | ast.comprehension | ast.Return) and isinstance(node.op, ast.Not):
        return
    yield place.put("drop a sign", node.operand)


def other_field(node: ast.Attribute, place: NodePlace) -> Iterator[Edit]:
    """Another field of the same value: what was attacked for what was moved."""
    if isinstance(node.ctx, ast.Load):
        for other in place.known.fields.get(node.attr, ()):
            yield place.put("another field", ast.Attribute(node.value, other, ast.Load()))


def other_name(node: ast.Name, place: NodePlace) -> Iterator[Edit]:
    """Another argument of the same type: the target for the attacker."""
    if place.function is None or not isinstance(node.ctx, ast.Load):
        return
    types = {argument.arg: argument.annotation for argument in place.function.args.args if argument.annotation}
    mine = types.get(node.id)
    if mine is not None:
        for other, annotation in types.items():
            if other not in (node.id, "_") and ast.dump(annotation) == ast.dump(mine):
                yield place.put("use the other", ast.Name(other, ast.Load()))


def drop_statement(owner: ast.AST, name: str) -> Iterator[Edit]:
    """A statement that is forgotten; and two neighbours in the wrong order."""
    body: list[ast.stmt] = getattr(owner, name)
    for index, one in enumerate(body):
        documents = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        if isinstance(one, ast.AugAssign | ast.Expr | ast.Continue | ast.Break) and not documents:
            yield removal("forget a statement", owner, name, index, [ast.Pass()])
        if index + 1 < len(body) and _may_swap(one, body[index + 1]):
            yield swap("swap two statements", owner, name, index)


def _may_swap(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether the order of two statements can matter, and neither makes a name that the other cannot do without."""
    if not isinstance(one, (*SIMPLE, ast.If)) or not isinstance(other, (*SIMPLE, ast.If)):
        return False
    documents = any(isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in (one, other))
    if documents or only_impossible(one) or only_impossible(other):
        return False
    stored, read = _names_stored(one), _names_read(other)
    if isinstance(one, ast.If) and isinstance(other, ast.If):
        return True
    new = stored - _names_read(one)
    if new & read:
        return False
    return bool((stored & read) | (_names_stored(other) & (_names_read(one) | stored))) or (
        _speaks(one) and _speaks(other)
    )


def only_impossible(node: ast.AST) -> bool:
    """A guard that does nothing but raise Impossible: no input reaches what it guards against."""
    if isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse:
        node = node.body[0]
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(raised, ast.Name) and raised.id == UNREACHED


def _speaks(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr)


def _names_stored(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _names_read(node: ast.AST) -> set[str]:
    read = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return read | ({node.target.id} if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) else set())


OPERATORS: dict[type[ast.AST], tuple[Operator, ...]] = {
    ast.FunctionDef: (always_holds,),
    ast.Tuple: (drop_member, swap_members),
    ast.List: (drop_member,),
    ast.Set: (drop_member,),
    ast.Compare: (shift_bound,),
    ast.If: (negate,),
    ast.IfExp: (negate,),
    ast.comprehension: (negate_filter,),
    ast.Return: (negate_answer,),
    ast.BoolOp: (weaken,),
    ast.Constant: (off_by_one,),
    ast.Call: (flip_reading, other_function, swap_steps, swap_arguments, forget_field),
    ast.BinOp: (other_sign,),
    ast.AugAssign: (other_step,),
    ast.UnaryOp: (plain,),
    ast.Attribute: (other_field,),
    ast.Name: (other_name,),
}


def changes_of(node: ast.AST, place: NodePlace) -> Iterator[Edit]:
    """Every change that an operator makes here."""
    for operator in OPERATORS.get(type(node), ()):
        yield from operator(node, place)
    for name in ("body", "orelse"):
        if isinstance(getattr(node, name, None), list) and not isinstance(node, ast.Module | ast.ClassDef):
            yield from drop_statement(node, name)


__all__ = ["NodePlace", "changes_of", "marks_of", "role_of"]
