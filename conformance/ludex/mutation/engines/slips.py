"""The slips that are made in the source of an engine: the same dozen in each language, stated over node types.

Grammars call alike what is alike, so that one table of node types serves all languages; what differs (how *not* is
written, say) is data of the language. A slip replaces a stretch of bytes of a file, and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from ludex.mutation.engines.grammars import Language, parse

if TYPE_CHECKING:
    from tree_sitter import Node

# Tokens between operands, and what stands there instead.
BOUNDS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<")}
COMPARISONS = {
    "==": "!=",
    "!=": "==",
    "===": "!==",
    "!==": "===",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
}
ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "//": "*",
    "%": "/",
    "<<": ">>",
    ">>": "<<",
    ">>>": "<<",
    "&": "|",
    "|": "&",
    "^": "&",
    "+=": "-=",
    "-=": "+=",
    "*=": "/=",
    "/=": "*=",
    "|=": "&=",
    "&=": "|=",
    "<<=": ">>=",
    ">>=": "<<=",
    "++": "--",
    "--": "++",
}
LOGIC = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
RANGES = {"..": "..=", "..=": ".."}
TOKENS: tuple[tuple[str, Mapping[str, tuple[str, ...]]], ...] = (
    ("shift a bound", BOUNDS),
    ("swap a comparison", {token: (other,) for token, other in COMPARISONS.items()}),
    ("swap an operation", {token: (other,) for token, other in ARITHMETIC.items()}),
    ("swap and with or", {token: (other,) for token, other in LOGIC.items()}),
    ("another end of a range", {token: (other,) for token, other in RANGES.items()}),
)
BETWEEN = {  # nodes whose tokens are operators
    "assignment_expression",
    "assignment_statement",
    "augmented_assignment",
    "augmented_assignment_expression",
    "binary_expression",
    "binary_operator",
    "boolean_operator",
    "comparison_operator",
    "compound_assignment_expr",
    "dec_statement",
    "inc_statement",
    "postfix_unary_expression",
    "prefix_unary_expression",
    "range_expression",
    "range_pattern",
    "update_expression",
}
TEXTS = {
    "string",
    "string_literal",
    "template_string",
    "interpreted_string_literal",
    "raw_string_literal",
    "char_literal",
}
SIGNS = {"unary_expression", "unary_operator", "not_operator", "prefix_unary_expression"}
CONDITIONS = {  # nodes with a condition; of those without the field, which of their named children it is
    "if_statement": None,
    "elif_clause": None,
    "if_expression": None,
    "ternary_expression": None,
    "conditional_expression": 1,
    "if_clause": 0,
}
IN_BRACKETS = {"parenthesized_expression", "condition_clause"}
PATTERNS = {"let_condition", "let_chain"}  # they bind names, and have no opposite
NUMBERS = {"number", "number_literal", "integer", "int_literal", "integer_literal", "decimal_integer_literal"} | {
    "hex_integer_literal"
}
TRUTHS = {"true": "false", "false": "true", "True": "False", "False": "True"}
TRUTH_NODES = {"true", "false", "boolean_literal"}
ARGUMENTS = {"arguments", "argument_list"}
LISTS = {
    "array",
    "array_initializer",
    "array_expression",
    "list",
    "tuple",
    "set",
    "literal_value",
    "initializer_list",
} | {
    "object",
    "dictionary",
}
STATEMENTS = {"expression_statement", "break_statement", "continue_statement", "inc_statement", "dec_statement"} | {
    "assignment_statement"
}
WORKS = {  # what a statement is worth forgetting for
    "assignment",
    "assignment_expression",
    "augmented_assignment",
    "augmented_assignment_expression",
    "await_expression",
    "break_expression",
    "call",
    "call_expression",
    "compound_assignment_expr",
    "continue_expression",
    "invocation_expression",
    "method_invocation",
    "postfix_unary_expression",
    "prefix_unary_expression",
    "update_expression",
}
FIELDS = {"property_identifier", "field_identifier"}  # names that are always those of a member
MEMBERS = {  # other nodes of which a child names a member
    ("field_access", "field"),
    ("method_invocation", "name"),
    ("attribute", "attribute"),
    ("member_access_expression", "name"),
}
PAIRS = (
    ("min", "max"),
    ("some", "every"),
    ("any", "all"),
    ("anyMatch", "allMatch"),
    ("first", "last"),
    ("x", "y"),
    ("from", "to"),
    ("start", "end"),
    ("left", "right"),
    ("row", "col"),
    ("width", "height"),
    ("black", "white"),
    ("own", "enemy"),
    ("attacker", "target"),
    ("before", "after"),
    ("source", "target"),
    ("moved", "attacked"),
    ("push", "unshift"),
    ("pop", "shift"),
    ("floor", "ceil"),
    ("add", "remove"),
    ("startsWith", "endsWith"),
    ("starts_with", "ends_with"),
)
OTHER = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
NAMED = {  # nodes that give their name to what stands in them
    "class_declaration",
    "constructor_declaration",
    "enum_constant",
    "enum_declaration",
    "function_declaration",
    "function_definition",
    "function_item",
    "impl_item",
    "method_declaration",
    "method_definition",
    "pair",
    "variable_declarator",
    "class_definition",
    "local_function_statement",
}
LITERAL = re.compile(r"(0[xX][0-9a-fA-F_]+|0[bB][01_]+|[0-9][0-9_]*)((?:[iu](?:8|16|32|64|128|size))|[lLuU]+|n)?")
OTHER_MEMBER = "the other of a pair"
MOST_LETTERS = 70


class SourceSlip(Struct, frozen=True):
    """One slip: its lasting name, where it is made, and which bytes (``begin`` to ``end``) it replaces by what."""

    hash: str
    file: str
    line: int
    function: str
    operator: str
    begin: int
    end: int
    before: str
    after: str
    context: str

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    @property
    def what(self) -> str:
        """The slip in words."""
        changed = f"{_short(self.before) or 'nothing'} -> {_short(self.after) or 'nothing'}"
        return f"{self.operator}: {changed} in `{_short(self.context)}`"

    def put(self, text: bytes) -> bytes:
        """The changed source."""
        return text[: self.begin] + self.after.encode() + text[self.end :]


class _Change(Struct, frozen=True):
    operator: str
    begin: int
    end: int
    after: str


Operator = Callable[["Node", Language], Iterator[_Change]]


def slips_in(file: str, text: bytes, language: Language) -> list[SourceSlip]:
    """Every slip in a source, in its order; a name stays while the code around it changes."""
    count = Counter[str]()
    found, done = list[SourceSlip](), set[tuple[int, int, str]]()
    for node, path in _walk(parse(text, language)):
        for operator in OPERATORS:
            for change in operator(node, language):
                place = (change.begin, change.end, change.after)
                before = text[change.begin : change.end].decode(errors="replace")
                if place in done or before == change.after or not _may_be(change, text):
                    continue
                done.add(place)
                context = " ".join(_statement(node).split())
                key = "\0".join((file, ".".join(path), change.operator, before, change.after, context))
                count[key] += 1
                name = sha256(f"{key}\0{count[key]}".encode()).hexdigest()[:12]
                line = text.count(b"\n", 0, change.begin) + 1
                shown = ".".join(path)
                found.append(
                    SourceSlip(
                        name,
                        file,
                        line,
                        shown,
                        change.operator,
                        change.begin,
                        change.end,
                        before,
                        change.after,
                        context,
                    )
                )
    return found


def _may_be(change: _Change, text: bytes) -> bool:
    """A name is not put where nothing in the file is called so: such a mutant would not build."""
    return change.operator != OTHER_MEMBER or re.search(rb"\b%b\b" % change.after.encode(), text) is not None


def _walk(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[Node, tuple[str, ...]]]:
    waiting = [(node, path)]
    while waiting:
        node, path = waiting.pop()
        if node.type in NAMED:
            name = (
                node.child_by_field_name("name") or node.child_by_field_name("key") or node.child_by_field_name("type")
            )
            path = (*path, _text(name)) if name else path
        yield node, path
        waiting += [(child, path) for child in reversed(node.children)]


def _text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode(errors="replace")


def _statement(node: Node) -> str:
    """The code around a node: the nearest statement, or what is short enough."""
    while node.parent is not None and len(_text(node)) < MOST_LETTERS and not node.type.endswith("statement"):
        if len(_text(node.parent)) > 4 * MOST_LETTERS:
            break
        node = node.parent
    return _text(node)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"


# The operators


def other_token(node: Node, _: Language) -> Iterator[_Change]:
    """A bound that is weaker or stricter by one or turned round, another comparison, plus for minus, and for or."""
    if node.type not in BETWEEN or any(child.type in TEXTS for child in node.children) or _is_step(node):
        return
    for child in node.children:
        for name, instead in TOKENS:
            for token in () if child.is_named else instead.get(child.type, ()):
                yield _Change(name, child.start_byte, child.end_byte, token)


def _is_step(node: Node) -> bool:
    """Whether it is the step of a loop: turned round, the loop has no end."""
    above = node.parent
    return above is not None and above.type.startswith("for") and node.type != "binary_expression"


def drop_part(node: Node, _: Language) -> Iterator[_Change]:
    """A condition of several parts that lacks one."""
    if node.type not in BETWEEN or not any(child.type in LOGIC for child in node.children):
        return
    parts = [child for child in node.children if child.is_named]
    if len(parts) == 2:
        for part in parts:
            yield _Change("drop a part of a condition", node.start_byte, node.end_byte, _text(part))


def change_condition(node: Node, language: Language) -> Iterator[_Change]:
    """A condition turned round, one that is forgotten, and a case that is."""
    if node.type not in CONDITIONS:
        return
    index, condition = CONDITIONS[node.type], node.child_by_field_name("condition")
    if condition is None and index is not None and len(node.named_children) > index:
        condition = node.named_children[index]
    if condition is None:
        return
    inner = condition
    while inner.type in IN_BRACKETS and len(inner.named_children) == 1:
        inner = inner.named_children[0]
    if inner.type in PATTERNS or any(part.type in PATTERNS for part in inner.children):
        return
    begin, end = inner.start_byte, inner.end_byte
    if not _has_an_opposite(inner):
        yield _Change("negate a condition", begin, end, language.opposite.format(_text(inner)))
    yield _Change("forget a condition", begin, end, language.yes)
    yield _Change("forget a case", begin, end, language.no)


def _has_an_opposite(node: Node) -> bool:
    """Whether another operator turns it round: a comparison, or what has a *not*."""
    comparing = {*BOUNDS, *COMPARISONS}
    if node.type in SIGNS:
        return any(child.type in ("!", "not") for child in node.children)
    return node.type in BETWEEN and any(child.type in comparing for child in node.children)


def drop_sign(node: Node, _: Language) -> Iterator[_Change]:
    """A sign or a *not* that is left out."""
    if node.type in SIGNS and node.children[0].type in ("!", "-", "not", "~") and len(node.children) == 2:
        yield _Change("drop a sign", node.start_byte, node.end_byte, _text(node.children[1]))


def off_by_one(node: Node, language: Language) -> Iterator[_Change]:
    """A number that is one too large or too small."""
    found = LITERAL.fullmatch(_text(node)) if node.type in NUMBERS else None
    if found is None:
        return
    digits = found.group(1).replace("_", "")
    value, suffix = int(digits, 0 if digits[:2].lower() in ("0x", "0b") else 10), found.group(2) or ""
    for other in (value + 1, value - 1):
        if other >= 0:
            yield _Change("off by one", node.start_byte, node.end_byte, f"{other}{suffix}")
        elif language.name != "Rust":
            yield _Change("off by one", node.start_byte, node.end_byte, f"({other}{suffix})")


def flip_truth(node: Node, _: Language) -> Iterator[_Change]:
    """A yes that should be a no."""
    if node.type in TRUTH_NODES and node.is_named and _text(node) in TRUTHS:
        yield _Change("flip a constant", node.start_byte, node.end_byte, TRUTHS[_text(node)])


def forget_statement(node: Node, language: Language) -> Iterator[_Change]:
    """A statement that is forgotten: a call, an assignment, a leaving of a loop."""
    if node.type not in STATEMENTS or not _is_inside(node):
        return
    works = node.type != "expression_statement" or any(child.type in WORKS for child in node.named_children)
    if works and not _is_step(node):
        yield _Change("forget a statement", node.start_byte, node.end_byte, language.nothing)


def _is_inside(node: Node) -> bool:
    """Whether it stands in a function or a class: what stands outside of all lays out the module."""
    above = node.parent
    return above is not None and above.parent is not None


def swap_arguments(node: Node, _: Language) -> Iterator[_Change]:
    """Two arguments that look alike, in the wrong order."""
    if node.type not in ARGUMENTS:
        return
    given = node.named_children
    for one, other in pairwise(given):
        if _kind(one) == _kind(other) and _text(one) != _text(other) and one.type != "keyword_argument":
            between = _text(node)[one.end_byte - node.start_byte : other.start_byte - node.start_byte]
            yield _Change("swap two arguments", one.start_byte, other.end_byte, _text(other) + between + _text(one))


def _kind(node: Node) -> str:
    """What an argument looks like; C# has a node of its own around each."""
    return node.named_children[0].type if node.type == "argument" and node.named_children else node.type


def drop_member(node: Node, _: Language) -> Iterator[_Change]:
    """A list or a table that lacks one of its members."""
    if node.type not in LISTS:
        return
    members = [child for child in node.named_children if "comment" not in child.type]
    if len(members) < 2:
        return
    for index, member in enumerate(members):
        last = index == len(members) - 1
        begin = members[index - 1].end_byte if last else member.start_byte
        end = member.end_byte if last else members[index + 1].start_byte
        yield _Change("drop a member", begin, end, "")


def other_member(node: Node, _: Language) -> Iterator[_Change]:
    """The wrong one of a pair: the largest for the smallest, all for any, y for x."""
    other, above = OTHER.get(_text(node)), node.parent
    if other is None or node.children or above is None:
        return
    named = (field for kind, field in MEMBERS if kind == above.type)
    if node.type in FIELDS or any(above.child_by_field_name(field) == node for field in named):
        yield _Change(OTHER_MEMBER, node.start_byte, node.end_byte, other)


OPERATORS: tuple[Operator, ...] = (
    other_token,
    drop_part,
    change_condition,
    drop_sign,
    off_by_one,
    flip_truth,
    forget_statement,
    swap_arguments,
    drop_member,
    other_member,
)
