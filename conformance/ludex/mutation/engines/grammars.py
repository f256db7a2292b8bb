"""The languages in which engines are mutated: how a file is told, its tree-sitter grammar, and a few of its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from msgspec import Struct

from ludex.fault import Fault

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MISSING = "Install the extra that brings the grammars: pip install 'ludex[engines]'."


class Language(Struct, frozen=True):
    """One language. ``package`` is that of its grammar, ``grammar`` the function in it that gives it."""

    name: str
    endings: tuple[str, ...]
    package: str
    grammar: str = "language"
    yes: str = "true"
    no: str = "false"
    opposite: str = "!({})"
    nothing: str = ";"


LANGUAGES = (
    Language("JavaScript", (".js", ".mjs", ".cjs", ".jsx"), "tree_sitter_javascript"),
    Language("TypeScript", (".ts", ".mts", ".cts"), "tree_sitter_typescript", "language_typescript"),
    Language("TSX", (".tsx",), "tree_sitter_typescript", "language_tsx"),
    Language("Java", (".java",), "tree_sitter_java"),
    Language("Rust", (".rs",), "tree_sitter_rust", nothing=""),
    Language("Python", (".py",), "tree_sitter_python", yes="True", no="False", opposite="(not ({}))", nothing="pass"),
    Language("Go", (".go",), "tree_sitter_go", nothing=""),
    Language("C", (".c", ".h"), "tree_sitter_c", yes="1", no="0"),
    Language("C++", (".cc", ".cpp", ".cxx", ".hh", ".hpp"), "tree_sitter_cpp"),
    Language("C#", (".cs",), "tree_sitter_c_sharp"),
)


def language_of(path: Path) -> Language | None:
    """The language of a file, by its ending."""
    return next((language for language in LANGUAGES if path.suffix in language.endings), None)


def parse(text: bytes, language: Language) -> Node:
    """The syntax tree of a source; a Fault where the grammar is not installed."""
    return _parser(language).parse(text).root_node


@cache
def _parser(language: Language) -> Parser:
    try:
        import tree_sitter

        grammar = resolve_name(f"{language.package}:{language.grammar}")
    except ImportError:
        raise Fault(f"the grammar of {language.name} is not installed", MISSING) from None
    return tree_sitter.Parser(tree_sitter.Language(grammar()))
