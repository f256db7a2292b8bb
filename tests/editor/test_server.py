"""The language server over its protocol: every feature, for every game, with letters that count twice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.rulebook import rulebook
from ludex.scenario import read_text
from ludex.scenario.formatting import format_text
from ludex.seam import notation_of, reference_of
from tests.editor.client import Client, Message
from tests.editor.making import TEXT
from tests.newcomer.installing import copied_template

MENDED = TEXT.replace("atack", "attack")
PUBLISH = "textDocument/publishDiagnostics"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("game")
    (folder / "a.ludex").symlink_to("b.ludex")  # a circle of links, which is a file nowhere
    (folder / "b.ludex").symlink_to("a.ludex")
    with Client(folder) as client:
        yield client


@pytest.fixture
def uri(server: Client, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The sample, or another text, opened; closed again afterwards."""
    opened = server.open(tmp_path / "sample.ludex", getattr(request, "param", MENDED))
    yield opened
    server.tell("textDocument/didClose", {"textDocument": {"uri": opened}})
    server.notice(PUBLISH, lambda params: params["uri"] == opened and not params["diagnostics"])


def opened(text: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("uri", [text], indirect=True, ids=["text"])


def found(server: Client, uri: str) -> list[Message]:
    """The messages after a text was played."""
    server.notice(PUBLISH, lambda params: params["uri"] == uri)
    params: Message = server.notice(PUBLISH, lambda params: params["uri"] == uri)
    diagnostics: list[Message] = params["diagnostics"]
    return diagnostics


def applied(text: str, edits: list[Message]) -> str:
    """A text with edits made, as an editor makes them: in units of UTF-16."""
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda one: -one["range"]["start"]["line"] * 10_000 - one["range"]["start"]["character"]
    ):
        start, end = edit["range"]["start"], edit["range"]["end"]
        before = lines[start["line"]].encode("utf-16-le")[: 2 * start["character"]].decode("utf-16-le")
        tail = [*lines[end["line"] :], ""][0] if end["line"] < len(lines) else ""
        after = tail.encode("utf-16-le")[2 * end["character"] :].decode("utf-16-le")
        lines[start["line"] : end["line"] + 1] = (before + edit["newText"] + after).split("\n")
    return "\n".join(lines)


def labels(server: Client, uri: str, line: int, character: int) -> list[str]:
    return [one["label"] for one in server.ask("textDocument/completion", server.at(uri, line, character))]


def ranged(text: str, where_it_is: Message) -> str:
    """What stands in a range of one line."""
    line = text.split("\n")[where_it_is["start"]["line"]].encode("utf-16-le")
    return line[2 * where_it_is["start"]["character"] : 2 * where_it_is["end"]["character"]].decode("utf-16-le")


@opened(TEXT)
def test_errors_are_told_as_the_reader_tells_them(server: Client, uri: str) -> None:
    told = [one for one in found(server, uri) if one["code"] == "unreadable"]
    (problem,) = read_text(TEXT).problems
    assert [ranged(TEXT, one["range"]) for one in told] == ["atack"]
    assert told[0]["message"].startswith(f"expected {problem.expected}")
    assert problem.hint in told[0]["message"]


def test_what_playing_shows_is_told_after_a_pause(server: Client, uri: str) -> None:
    told = {one["code"]: one for one in found(server, uri)}
    assert {"missing-why", "fails"} <= told.keys()
    assert ranged(MENDED, told["missing-why"]["range"]) == "scenario"
    assert ranged(MENDED, told["fails"]["range"]) == "a"


EMOJI = """game tactics
scenario "🎲🎲"  nonsense
  given  standard start
  when   end turn, 🎲 ä quatsch
  then   still open
"""


@opened(EMOJI)
def test_letters_that_count_twice_are_counted_twice(server: Client, uri: str) -> None:
    told = server.notice(PUBLISH, lambda params: params["uri"] == uri)["diagnostics"]
    (problem,) = read_text(EMOJI).problems
    before = problem.text[: problem.column - 1]
    assert told[0]["range"]["start"] == {"line": problem.line - 1, "character": len(before.encode("utf-16-le")) // 2}


def test_an_editor_may_count_bytes(tmp_path: Path) -> None:
    with Client(tmp_path, {"general": {"positionEncodings": ["utf-8"]}}) as client:
        assert client.capabilities["positionEncoding"] == "utf-8"
        uri = client.open(tmp_path / "a.ludex", EMOJI.replace("  nonsense", "").replace("end turn, 🎲 ä", "ä🎲"))
        (told,) = client.notice(PUBLISH)["diagnostics"]
        assert told["range"]["start"]["character"] == len(b"  when   ")
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert symbols[1]["selectionRange"]["end"]["character"] == len('scenario "🎲🎲"'.encode())


@pytest.mark.parametrize(
    ("line", "character", "wanted"),
    [
        (0, 0, {"game", "scenario", "given", "cites", "include"}),
        (0, 5, {*where.games()}),
        (3, 9, {"TAC-MOV-2", "TAC-BRD-1"}),
        (5, 4, {"<player> to move", "standard start"}),
        (17, 9, {"P1", "<unit> at <tile>"}),
        (18, 9, {"attack <target>", "end turn", "move"}),
        (18, 16, {"a", "x", "nobody"}),
        (19, 9, {"a", "x", "refused by <clause>", "nothing changes"}),
        (19, 11, {"hp", "at", "is"}),
    ],
)
def test_what_could_stand_at_the_cursor_is_offered(
    server: Client, uri: str, line: int, character: int, wanted: set[str]
) -> None:
    assert wanted <= set(labels(server, uri, line, character))


def test_a_sentence_comes_as_a_snippet_with_a_stop_for_each_slot(server: Client, uri: str) -> None:
    items = server.ask("textDocument/completion", server.at(uri, 18, 9))
    move = next(one for one in items if one["label"] == "move <unit> to <place>")
    assert move["textEdit"]["newText"] == "move ${1:unit} to ${2:place}"
    assert move["insertTextFormat"] == 2


def test_nothing_is_offered_in_a_comment(server: Client, uri: str) -> None:
    server.change(uri, "game tactics -- move\n")
    assert labels(server, uri, 0, 19) == []


@pytest.mark.parametrize("game", where.games())
def test_each_game_offers_its_own(server: Client, tmp_path: Path, game: str) -> None:
    entry = reference_of(game).REGISTER.entries[0]
    lines = [f"game {game} edition ", 'scenario "a"', "  cites  ", f"  under  {entry.id} = ", "  given  ", "  when   "]
    uri = server.open(tmp_path / f"{game}.ludex", "\n".join(lines))
    ends = [len(line) for line in lines]
    assert set(labels(server, uri, 0, ends[0])) == set(reference_of(game).REGISTER.editions)
    clauses = {clause.id for clause in rulebook(game).values() if not clause.withdrawn}
    assert set(labels(server, uri, 2, ends[2])) == clauses
    assert entry.id in labels(server, uri, 3, len("  under  "))
    assert set(labels(server, uri, 3, ends[3])) == set(entry.readings)
    sentences = notation_of(game).SENTENCES
    assert sentences is not None
    for line, start in ((4, "position"), (5, "action")):
        assert len(labels(server, uri, line, ends[line])) >= min(6, len(sentences.templates(start))) > 0, start
    hover = server.ask("textDocument/hover", server.at(uri, 3, 10))
    assert entry.point in hover["contents"]["value"]


def test_a_clause_is_shown_and_found(server: Client, uri: str) -> None:
    clause = rulebook("tactics")["TAC-MOV-2"]
    hover = server.ask("textDocument/hover", server.at(uri, 3, 12))
    assert clause.sentence in hover["contents"]["value"]
    assert ranged(MENDED, hover["range"]) == clause.id
    location = server.ask("textDocument/definition", server.at(uri, 3, 12))
    assert location["uri"] == Path(clause.file).as_uri()
    assert location["range"]["start"]["line"] == clause.line - 1


def test_the_scenarios_that_cite_a_clause_are_found(server: Client, uri: str) -> None:
    places = server.ask("textDocument/references", server.at(uri, 3, 12, context={"includeDeclaration": False}))
    for path in where.scenarios("tactics"):
        text = path.read_text("utf-8")
        here = [one["range"] for one in places if one["uri"] == path.as_uri()]
        assert [ranged(text, one) for one in here] == ["TAC-MOV-2"] * len(re.findall(r"\bTAC-MOV-2\b", text))
    assert sum(one["uri"] == uri for one in places) == 2
    assert len(places) > 5


def test_a_name_is_changed_in_its_scenario_alone(server: Client, uri: str) -> None:
    assert ranged(MENDED, server.ask("textDocument/prepareRename", server.at(uri, 12, 9))) == "a"
    edits = server.ask("textDocument/rename", server.at(uri, 12, 9, newName="hero"))["changes"][uri]
    renamed = applied(MENDED, edits)
    first, second = renamed.split('scenario "a hit"')
    assert second == MENDED.split('scenario "a hit"')[1]
    assert first.count("hero") == 3
    assert not read_text(renamed).problems


@pytest.mark.parametrize("new", ["x", "is", "P1", "two words", "", "(1,1)"])
def test_a_name_that_would_say_something_else_is_refused(server: Client, uri: str, new: str) -> None:
    assert server.ask("textDocument/rename", server.at(uri, 12, 9, newName=new)) is None
    told = [message["params"] for who, message in server.said[-3:] if message.get("method") == "window/showMessage"]
    assert len(told) == 1


BACKGROUND = """game tactics
background
  given  P1 to move, a = P1 at (1,1), x = P2 at (4,4)
scenario "one"
  given  a hp 3
  when   move a to (2,1)
  then   a at (2,1)
scenario "two"
  when   end turn
  then   a at (1,1)
"""


@opened(BACKGROUND)
def test_a_name_of_the_background_is_changed_wherever_that_leads(server: Client, uri: str) -> None:
    edits = server.ask("textDocument/rename", server.at(uri, 9, 9, newName="hero"))["changes"][uri]
    assert applied(BACKGROUND, edits) == re.sub(r"\ba\b", "hero", BACKGROUND)


LOOSE = """game tactics
scenario "🎲"
 given P1 to move, standard start   -- 🎲 x
 when end turn
 then still open


"""


@opened(LOOSE)
def test_a_text_is_laid_out(server: Client, uri: str) -> None:
    options = {"tabSize": 8, "insertSpaces": False}
    edits = server.ask("textDocument/formatting", {"textDocument": {"uri": uri}, "options": options})
    assert applied(LOOSE, edits) == format_text(LOOSE)


@opened(TEXT)
def test_a_text_with_errors_is_left_as_it_is_and_that_is_told(server: Client, uri: str) -> None:
    options = {"tabSize": 2, "insertSpaces": True}
    assert server.ask("textDocument/formatting", {"textDocument": {"uri": uri}, "options": options}) == []
    said = [message["params"]["message"] for _, message in server.said if message.get("method") == "window/showMessage"]
    assert "is left as it is" in said[-1]


def actions(server: Client, uri: str, line: int, told: list[Message]) -> dict[str, Message]:
    at = {"line": line, "character": 0}
    asked = {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": told}}
    return {one["title"]: one for one in server.ask("textDocument/codeAction", asked)}


def test_what_came_out_is_accepted_and_then_nothing_fails(server: Client, uri: str) -> None:
    action = actions(server, uri, 12, [])["Expect what came out"]
    mended = applied(MENDED, action["edit"]["changes"][uri])
    assert mended == MENDED.replace("then   a at (1,1)", "then   a at (2,1)")
    assert "Expect what came out" not in actions(server, uri, 18, [])


def test_a_reason_is_added_where_there_is_none(server: Client, uri: str) -> None:
    mended = applied(MENDED, actions(server, uri, 2, [])["Add a reason: why"]["edit"]["changes"][uri])
    assert mended.split("\n")[3] == "  why    "
    assert not read_text(mended).problems
    assert "Add a reason: why" not in actions(server, uri, 18, [])


@opened(TEXT)
def test_a_word_that_was_meant_is_put_in(server: Client, uri: str) -> None:
    told = [one for one in found(server, uri) if one["code"] == "unreadable"]
    action = actions(server, uri, 18, told)["Write `attack`"]
    assert applied(TEXT, action["edit"]["changes"][uri]) == MENDED


OUTLINE = """game tactics
outline "to <where>"
  given  P1 to move, a = P1 at (1,1), x = P2 at (4,4)
  when   move to <where>
  then   a at (1,1)
  examples
    | where |
    | (2,1) |
"""


@opened(OUTLINE)
def test_what_cannot_be_accepted_says_why(server: Client, uri: str) -> None:
    assert "table" in actions(server, uri, 4, [])["Expect what came out"]["disabled"]["reason"]


def test_scenarios_and_parts_fold(server: Client, uri: str) -> None:
    folds = server.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    lines = {(one["startLine"], one["endLine"]) for one in folds}
    assert lines == {(2, 12), (4, 10), (14, 19)}


def test_scenarios_are_symbols_here_and_everywhere(server: Client, uri: str) -> None:
    symbols = server.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [one["name"] for one in symbols] == ["game tactics", "a step 🎲 and back", "a hit"]
    named = {one["name"]: one["location"]["uri"] for one in server.ask("workspace/symbol", {"query": "🎲 AND"})}
    assert named == {"a step 🎲 and back": uri}
    clauses = [one["name"] for one in server.ask("workspace/symbol", {"query": "TAC-MOV-2"})]
    assert any(name.startswith("TAC-MOV-2 ") for name in clauses)


def test_a_lens_runs_its_scenario(server: Client, uri: str) -> None:
    lenses = server.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert [one["range"]["start"]["line"] for one in lenses] == [2, 14]
    said = [server.ask("workspace/executeCommand", _command(one["command"])) for one in lenses]
    assert said[0].endswith("0 pass, 1 failure")
    assert "got" in said[0]
    assert said[1] == "1 pass"


def _command(command: Message) -> Message:
    return {"command": command["command"], "arguments": command["arguments"]}


def test_the_board_at_the_cursor_is_drawn(server: Client, uri: str) -> None:
    before, after = (server.ask("ludex/preview", server.at(uri, line, 0)) for line in (9, 11))
    assert before["title"].endswith("given")
    assert after["title"].endswith("when move to (2,1)")
    assert before["svg"].startswith("<svg")
    assert before["svg"] != after["svg"]
    assert not before["message"]


@opened(TEXT)
def test_a_board_that_cannot_be_drawn_says_why(server: Client, uri: str) -> None:
    board = server.ask("ludex/preview", server.at(uri, 18, 0))
    assert board["svg"] == ""
    assert "atack" in board["message"]
    assert server.ask("ludex/preview", server.at(uri, 0, 0))["message"]


def test_an_included_file_is_gone_to_and_its_errors_stand_at_the_include(server: Client, tmp_path: Path) -> None:
    part = tmp_path / "a.ludex-part"
    part.write_text("given\n  nonsense\n", "utf-8")
    uri = server.open(tmp_path / "b.ludex", 'game tactics\nscenario "a"\n  include "a.ludex-part"\n  when  end turn\n')
    told = server.notice(PUBLISH, lambda params: params["uri"] == uri)["diagnostics"]
    assert told[0]["range"]["start"]["line"] == 2
    assert told[0]["relatedInformation"][0]["location"]["uri"] == part.as_uri()
    assert server.ask("textDocument/definition", server.at(uri, 2, 14))["uri"] == part.as_uri()


BREAKING = """
from ludex.editor import looking, findings
from ludex.cli import main
def fall(*_):
    raise RuntimeError("on purpose")
looking.hover = {hover}
findings.findings = {findings}
main(["lsp"])
"""


@pytest.mark.parametrize("what", ["hover", "findings"])
def test_a_mistake_in_a_feature_costs_its_answer_and_no_text(tmp_path: Path, what: str) -> None:
    broken = {"hover": "looking.hover", "findings": "findings.findings", what: "fall"}
    with Client(tmp_path, command=(sys.executable, "-c", BREAKING.format(**broken))) as client:
        uri = client.open(tmp_path / "a.ludex", MENDED)
        assert client.ask("textDocument/hover", client.at(uri, 3, 12)) is None or what != "hover"
        logged = [
            message["params"]["message"] for _, message in client.said if message.get("method") == "window/logMessage"
        ]
        assert any("on purpose" in message for message in logged)
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert len(symbols) == 3


@pytest.mark.parametrize(
    ("line", "character", "answered"), [(-1, 0, False), (0, -1, False), ("one", 0, False), (9999, 0, True)]
)
def test_a_place_that_is_none_is_answered_and_the_next_request_too(
    server: Client, uri: str, line: Any, character: Any, answered: bool
) -> None:
    answer = server.ask_for_any("textDocument/hover", server.at(uri, line, character))
    assert answer.get("error", {}).get("code") == (None if answered else -32602)
    assert server.ask("textDocument/hover", server.at(uri, 0, 0)) is None


def test_a_server_that_is_killed_is_started_again_with_the_text_of_the_editor(tmp_path: Path) -> None:
    path, answers = tmp_path / "a.ludex", []
    path.write_text(MENDED, "utf-8")
    for _ in range(2):
        with Client(tmp_path) as client:
            uri = client.open(path, MENDED)
            answers.append(client.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}}))
            client.process.kill()
            client.process.wait()
        assert path.read_text("utf-8") == MENDED
    assert answers[0] == answers[1]


def test_a_missing_extra_is_told_with_the_remedy() -> None:
    hide = "import sys; sys.modules['pygls'] = None; from ludex.cli import main; raise SystemExit(main(['lsp']))"
    ended = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert "pip install 'ludex[editor]'" in ended.stderr


def test_a_game_that_is_installed_beside_is_served(tmp_path: Path) -> None:
    game = copied_template(tmp_path)
    paths = [str(game.site), str(tmp_path / "site")]
    start = f"import sys; sys.path[:0] = {paths!r}; from ludex.cli import main; main(['lsp'])"
    lines = [
        "game hexapawn edition three",
        'scenario "a"',
        "  why    so",
        "  cites  HEX-MOV-5",
        "  given  white to move, b b b, . . ., w w w",
        "  when   a1 to a2",
    ]
    text = "\n".join([*lines, "  then   white to move", ""])
    with Client(tmp_path, command=(sys.executable, "-c", start)) as client:
        uri = client.open(tmp_path / "a.ludex", text)
        told: list[Any] = found(client, uri)
        assert "fails" in [one["code"] for one in told], json.dumps(told)
        assert client.ask("ludex/preview", client.at(uri, 5, 0))["svg"].startswith("<svg")
        assert client.ask("textDocument/prepareRename", client.at(uri, 4, 10)) is None
