"""Files that are no scenarios, or hardly: every command names the place and the remedy, and ends as its help says."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.notation import NotReadable
from ludex.scenario.reader import decode

COMMANDS = (["run"], ["lint"], ["fmt", "--check"], ["show"])
GOOD = {
    "tribun": "standard start, black to move\n  when   black resigns\n  then   white wins",
    "tactics": "standard start, P1 to move\n  when   end turn\n  then   P2 to move",
    "minions": "standard start\n  when   resign\n  then   board 1 is resigned",
}
OTHER_SENTENCE = {"tribun": "attack x", "tactics": "black resigns", "minions": "black offers a draw"}
Output = pytest.CaptureFixture[str]


def scenario(game: str) -> str:
    return f'game {game}\n\nscenario "one"\n  why    so it is\n  given  {GOOD[game]}\n'


def odd(game: str) -> dict[str, tuple[bytes, str]]:
    """A file that cannot be read, and the beginning of what is said: its place, and what is expected there."""
    good = scenario(game)
    lines = good.split("\n")
    when = lines[5].split("   ")[1]
    texts = {
        "nothing": ("", "1:1: expected a scenario in the file"),
        "blank lines": ("\n \n\n", "1:1: expected a scenario in the file"),
        "a game in capitals": (good.replace(game, game.upper()), "1:6: expected a game"),
        "a keyword in capitals": (good.replace("scenario", "SCENARIO"), "3:1: expected `scenario`"),
        "a misspelt keyword": (good.replace("  given", "  giben"), "5:3: expected `game`"),
        "no action": (good.replace(f"when   {when}", "when"), "6:3: expected an action after `when`"),
        "no then": ("\n".join(lines[:6]), "3:1: expected a `then` with a sentence at the end"),
        "no given": ("\n".join([*lines[:4], *lines[5:]]), "5:3: expected a `given` before the first `when`"),
        "a sentence of another game": (good.replace(f"when   {when}", f"when   {OTHER_SENTENCE[game]}"), "6:"),
        "an edition that is none": (good.replace("then   ", "then   in 1999-01 "), "7:13: expected an edition: `"),
        "no edition": (good.replace(f"game {game}", f"game {game} edition"), "1:"),
        "a when that is not indented": (good.replace("  when", "when"), "6:1: expected `when` to be indented like"),
        "a when that is indented further": (good.replace("  when", "    when"), "6:5: expected `when` to be indented"),
        "a tab among blanks": (good.replace("  when", "\twhen"), "6:2: expected `when` to be indented like `given`"),
        "a quotation that goes on": (good.replace('"one"', '"one'), "3:10: expected the name of the scenario"),
        "two byte order marks": ("\ufeff\ufeff" + good, "1:1: expected letters that can be seen"),
        "lines that end in CR": (good.replace("\n", "\r"), "1:"),
        "a sign that nobody sees": (good.replace("so it is", "so it\0is"), "4:15: expected letters that can be seen"),
        "a page of notes": (f"```\n{good}```\n", "1:1: expected `game`"),
    }
    files = {name: (text.encode(), said) for name, (text, said) in texts.items()}
    files["UTF-16"] = good.encode("utf-16"), "1:1: expected text in UTF-8  (an editor can save the file as UTF-8)"
    files["Latin-1"] = good.replace("so", "s\xf6").encode("latin-1"), "4:11: expected text in UTF-8  (an editor can"
    files["a picture"] = b"\x89PNG\r\n\x1a\n\0\0", "1:1: expected text in UTF-8  (this is no text at all)"
    return files


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", odd("tribun"))
@pytest.mark.parametrize("game", GOOD)
def test_what_cannot_be_read_is_told_with_its_place(
    game: str, name: str, command: list[str], tmp_path: Path, capsys: Output
) -> None:
    data, said = odd(game)[name]
    path = tmp_path / "odd.ludex"
    path.write_bytes(data)
    assert main([*command, str(path)]) == 2
    told = "".join(capsys.readouterr())
    assert "Traceback" not in told
    expected = said.partition("  (")[0] if command == ["lint"] else said
    assert f"{path}:{expected}" in told
    assert path.read_bytes() == data


@pytest.mark.parametrize("game", GOOD)
@pytest.mark.parametrize("change", ["\r\n", "\t", "\ufeff", "none"])
def test_line_ends_tabs_and_a_byte_order_mark_are_read(game: str, change: str, tmp_path: Path, capsys: Output) -> None:
    text = scenario(game)
    texts = {"\r\n": text.replace("\n", "\r\n"), "\t": text.replace("  ", "\t"), "\ufeff": "\ufeff" + text}
    path = tmp_path / "a.ludex"
    path.write_bytes(texts.get(change, text).encode())
    assert main(["run", str(path)]) == 0, capsys.readouterr().out
    assert main(["show", str(path)]) == 0


@pytest.mark.parametrize("game", GOOD)
def test_an_unknown_edition_or_reading_is_told_with_those_that_there_are(
    game: str, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "a.ludex"
    for text, place in (
        (scenario(game).replace(f"game {game}", f"game {game} edition 1999-01"), f"1:{len(game) + 15}"),
        (scenario(game).replace("  given", "  under  no-such = way\n  given"), "5:10"),
    ):
        path.write_text(text)
        for command in (["run"], ["lint"], ["show"]):
            assert main([*command, str(path)]) == 2
            told = "".join(capsys.readouterr())
            assert f"{path}:{place}: expected a" in told
            assert "this rulebook: `" in told or "an edition: `" in told


@pytest.mark.parametrize("command", [*COMMANDS, ["fmt"]], ids=" ".join)
@pytest.mark.parametrize("name", ["none.ludex", "none.txt", "empty", "folder.ludex"])
def test_a_file_that_is_none_is_told_with_a_remedy(
    command: list[str], name: str, tmp_path: Path, capsys: Output
) -> None:
    for folder in ("empty", "folder.ludex"):
        (tmp_path / folder).mkdir()
    assert main([*command, str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert str(tmp_path / name) in err
    assert "\n  Name " in err


def test_stdin_that_is_no_text_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"game tribun\n\xff\n")))
    assert main(["fmt", "-"]) == 2
    assert capsys.readouterr().err.startswith("-:2:1: expected text in UTF-8")


def test_the_place_counts_letters_and_not_bytes() -> None:
    problem = decode("game tribun\n-- \xe4\xf6 ".encode() + b"\xff\n")
    assert isinstance(problem, NotReadable)
    assert (problem.line, problem.column, problem.text) == (2, 7, "-- \xe4\xf6 \ufffd")


def test_one_mistake_is_told_once() -> None:
    from ludex.scenario import read_text

    good = scenario("tribun")
    for text in (
        good.replace("game tribun", "gmae tribun"),
        good.replace("game tribun", "game tribun\u200b"),
        good.replace("  given", "  given:"),
        good.replace("  given  standard start, black to move\n", ""),
    ):
        assert len(read_text(text).problems) == 1, text


def test_the_scenario_that_has_a_name_already_is_named(tmp_path: Path) -> None:
    from ludex.scenario import read_file, read_text

    good = scenario("tribun")
    (problem,) = read_text(good + good).problems
    assert problem.hint == "the one in line 3 has it already"
    (tmp_path / "a.ludex-part").write_text(good.partition("\n\n")[2])
    (tmp_path / "a.ludex").write_text(good.replace("\n\n", '\n\ninclude "a.ludex-part"\n'))
    (problem,) = read_file(tmp_path / "a.ludex").problems
    assert problem.hint == f"the one in {tmp_path / 'a.ludex-part'}:1 has it already"
