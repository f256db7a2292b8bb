"""The machinery of sentences: what a rule and a class give each other, and what is said where they do not agree."""

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from ludex.notation.sentences import Part, Sentences, says

GRAMMAR = """
start: fact
?fact: thing "stays"                       -> here
    | "nobody" "stays"                      -> nobody_here
    | things ("is" | "are") "gone" ["by" INT]   -> gone
    | "gone" ":" things ["by" INT]          -> gone
    | "both" pair                           -> both
pair: thing "," thing
things: thing ("and" thing)*
!thing: "red" ("fox")? | "owl"
INT: /[0-9]+/
%ignore " "
"""


@says("nobody_here", thing=None)
@says("here")
@dataclass(frozen=True)
class Here:
    thing: str | None


@says("gone")
@dataclass(frozen=True)
class Gone:
    things: tuple[str, ...]
    hour: int = 12


@says("both")
@dataclass(frozen=True)
class Both:
    pair: tuple[str, str]


def sentences(folder: Path, monkeypatch: pytest.MonkeyPatch, *kinds: type, grammar: str = GRAMMAR) -> Sentences:
    """A notation of these classes, in a package of its own."""
    package = folder / f"of_{folder.name}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "toy.lark").write_text(grammar, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    module = ModuleType("toy")
    for kind in kinds:
        setattr(module, kind.__name__, kind)
    return Sentences(package.name, "toy.lark", ("start",), modules=(module,), parts={"INT": Part(int)})


READ = {
    "red fox stays": (Here("red fox"), "red fox stays"),
    "nobody stays": (Here(None), "nobody stays"),
    "owl are gone": (Gone(("owl",)), "owl is gone"),
    "owl and red is gone by 7": (Gone(("owl", "red"), 7), "owl and red are gone by 7"),
    "gone: owl and owl": (Gone(("owl", "owl")), "owl and owl are gone"),
    "owl is gone by 12": (Gone(("owl",)), "owl is gone"),
    "both owl, red": (Both(("owl", "red")), "both owl, red"),
}


def test_a_sentence_is_read_into_its_class_and_printed_in_its_first_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = sentences(tmp_path, monkeypatch, Here, Gone, Both)
    assert {text: (toy.read("start", text), toy.write(toy.read("start", text))) for text in READ} == READ


def test_what_is_printed_before_anything_is_read_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = sentences(tmp_path, monkeypatch, Here, Gone, Both)
    assert [toy.write(value) for value, _ in READ.values()] == [text for _, text in READ.values()]


@says("here")
@dataclass(frozen=True)
class Unfilled:
    thing: str
    more: int


@says("hear")
@dataclass(frozen=True)
class Misspelt:
    thing: str


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Unfilled, "the rule here of toy.lark has other slots than Unfilled: ('thing',)"),
        (Misspelt, "Misspelt is said by hear, which is no rule of toy.lark"),
    ],
)
def test_a_class_that_does_not_fit_its_rule_is_named(
    kind: type, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TypeError) as caught:
        sentences(tmp_path, monkeypatch, kind).write(kind.__new__(kind))
    assert str(caught.value) == said
