"""The author's page: every example of it is run, and it shows every form of the language and of the notations."""

import importlib
import re
from pathlib import Path

import pytest
from lark import Lark, Token, Tree
from lark.load_grammar import FromPackageLoader

from ludex.cli import main
from ludex.notation import LineGrammar, NotReadable
from ludex.scenario import read_file, read_text
from ludex.scenario.formatting import format_text, in_one_form
from ludex.scenario.lines import without_comment
from ludex.scenario.reader import HEADS, PARTS, VERSIONS, games
from ludex.seam import notation_of, reference_of
from ludex.where import spec

OF_GAMES = {game: spec() / game / "sentences.md" for game in games()}  # of a game that the page has no chapter on
PAGE = "".join(
    path.read_text(encoding="utf-8")
    for path in (spec() / "language" / "README.md", *OF_GAMES.values())
    if path.is_file()
)
BLOCKS: list[tuple[str, str]] = re.findall(r"^```([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
STARTS = {"given": "position", "when": "action", "then": "expectation"}


def numbered(*names: str) -> list[int]:
    return [number for number, (name, _) in enumerate(BLOCKS) if name in names]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the parts that the page includes, in which its commands are run."""
    for name, text in BLOCKS:
        if name.startswith("ludex-part "):
            (tmp_path / name.split()[1]).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for variable in ("CI", "LUDEX_CI"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def written(number: int) -> Path:
    Path("my.ludex").write_text(BLOCKS[number][1], encoding="utf-8")
    return Path("my.ludex")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("number", numbered("ludex", "ludex accepted", "ludex loose"))
def test_an_example_passes(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(written(number))]) == 0, capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("number", numbered("ludex wrong"))
def test_a_wrong_example_has_exactly_the_messages_below_it(number: int) -> None:
    file = read_file(written(number))
    assert BLOCKS[number + 1][0] == "text"
    assert "".join(f"{problem.show('my.ludex')}\n" for problem in file.problems) == BLOCKS[number + 1][1]


@pytest.mark.usefixtures("folder")
def test_the_failing_example_fails_as_it_says_and_is_accepted_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (failing,), (accepted,) = numbered("ludex fails"), numbered("ludex accepted")
    path = written(failing)
    assert main(["run", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(BLOCKS[failing + 1][1])
    assert "a: expected at (2,1), got at (1,2)" in out
    assert main(["run", str(path), "--accept", "--yes"]) == 0
    assert path.read_text(encoding="utf-8") == BLOCKS[accepted][1]


def test_the_loose_example_is_laid_out_as_it_says() -> None:
    (loose,) = numbered("ludex loose")
    text, after = BLOCKS[loose][1], BLOCKS[loose + 1][1]
    assert format_text(in_one_form(text, read_text(text))) == after != text


@pytest.mark.usefixtures("folder")
def test_the_first_example_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", str(written(numbered("ludex")[0]))])
    assert capsys.readouterr().out in PAGE


def sentences() -> list[tuple[str, str, str]]:
    """The game, the start and the text of every sentence of the lists."""
    found = []
    for name, text in BLOCKS:
        game, _, part = name.partition(" ")
        if game in games() and part in STARTS:
            found += [(game, STARTS[part], without_comment(line).strip()) for line in text.splitlines()]
    return found


@pytest.mark.parametrize(("game", "start", "text"), sentences())
def test_a_sentence_of_the_lists_is_read(game: str, start: str, text: str) -> None:
    assert importlib.import_module(f"ludex.notation.{game}").read(start, text) is not None


def test_every_game_has_its_lists() -> None:
    listed = {(game, start) for game, start, _ in sentences()}
    assert listed == {(game, start) for game in games() for start in STARTS.values()}


def also_read() -> list[tuple[str, str, str]]:
    """The game, the start and the text of every sentence that is also read, in a table with the one form beside it."""
    return [(game, start, text) for game, start, text, _ in rows()]


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for section in PAGE.split("\n## Sentences of ")[1:]:
        title = section.partition("\n")[0]
        game = next(name for name in games() if title == reference_of(name).TITLE)
        for also, one in re.findall(r"^\| (`.*`) \| `(.*)` \|$", section, re.MULTILINE):
            start = next(one_start for one_start in STARTS.values() if reads(game, one_start, unbarred(one)))
            found += [(game, start, unbarred(text), unbarred(one)) for text in re.findall("`(.*?)`", also)]
    return found


def unbarred(cell: str) -> str:
    return cell.replace("\\|", "|")


def reads(game: str, start: str, text: str) -> bool:
    try:
        return notation_of(game).read(start, text) is not None
    except NotReadable:
        return False


@pytest.mark.parametrize(("game", "start", "text", "one"), rows())
def test_what_is_also_read_is_brought_to_the_form_beside_it(game: str, start: str, text: str, one: str) -> None:
    assert notation_of(game).one_form(start, text) == notation_of(game).one_form(start, one) == one


def grammar_of(game: str) -> LineGrammar:
    grammar = notation_of(game).SENTENCES
    assert grammar is not None
    return grammar


@pytest.mark.parametrize("game", sorted({game for game, _, _ in sentences()}))
def test_every_form_of_the_grammar_is_shown(game: str) -> None:
    source, starts = grammar_of(game).lark.source_grammar, list(grammar_of(game).starts)
    bare = Lark(source, parser="lalr", start=starts, import_paths=[FromPackageLoader("ludex.notation")])
    seen: set[str] = set()
    for name, start, text in [*sentences(), *also_read()]:
        if name == game:
            seen |= names_in(bare.parse(text, start=start))
    forms = {rule.alias or str(rule.origin.name) for rule in bare.rules if not rule.options.expand1}
    assert {form.split("{")[0] for form in forms if not form.startswith("_")} <= seen


def names_in(tree: Tree[Token] | Token) -> set[str]:
    return {str(part.data).split("{")[0] for part in tree.iter_subtrees()} if isinstance(tree, Tree) else set()


def test_every_keyword_is_in_the_table_and_in_an_example() -> None:
    examples = "\n".join(text for name, text in BLOCKS if name == "ludex")
    for keyword in (*HEADS, *PARTS, "include"):
        assert re.search(rf"^\| .*`{keyword}[ `]", PAGE, re.MULTILINE), keyword
        assert re.search(rf"^ *{keyword}\b", examples, re.MULTILINE), keyword


def test_the_page_says_the_version_that_is_read() -> None:
    assert PAGE.split("\n\n")[1].startswith(f"Version {VERSIONS[-1]}. ")
    assert f"`ludex {VERSIONS[-1]}`" in PAGE
    assert read_text("ludex 99\n").problems


def test_no_example_is_of_an_unknown_kind() -> None:
    kinds = {"ludex", "ludex fails", "ludex wrong", "ludex accepted", "ludex loose", "text", "console"}
    lists = {f"{game} {part}" for game in games() for part in STARTS}
    assert {name for name, _ in BLOCKS if not name.startswith("ludex-part ")} <= kinds | lists
