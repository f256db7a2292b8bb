"""Makes what is committed for editors and shown of them: colours, a recorded conversation, and pictures.

``python -m tests.editor.making`` writes the files (`make editors`); a test holds that they are as they would be made.
"""

from __future__ import annotations

import html
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ludex import where
from ludex.editor.highlighting import textmate
from tests.editor.client import Client, Message

ROOT = Path(__file__).parents[2]
NAME = "race.ludex"
TEXT = """\
game tactics

scenario "a step 🎲 and back"
  cites  TAC-MOV-2
  given
    P1 to move
    . . . . .
    . a . . .    a = P1    x = P2
    . . . . .
    . . . x .
    . . . . .
  when   move to (2,1)
  then   a at (1,1), P1 to move

scenario "a hit"
  why    the attacker stands beside its target
  cites  TAC-MOV-2
  given  P1 to move, a = P1 at (1,1), x = P2 at (2,1)
  when   atack x
  then   x hp 7
"""
SHOWN_LETTERS = 160  # of a long text in the record
SCOPES = {
    "comment": "#6e7781",
    "string": "#0a3069",
    "keyword": "#cf222e",
    "constant": "#0550ae",
    "entity": "#8250df",
    "variable": "#953800",
    "support": "#116329",
}
LINE, LETTER, MARGIN = 20, 8.43, 16
BEFORE_A_MESSAGE = 3  # letters between a line and what is said of it


# The conversation


def _converse(client: Client, uri: str) -> None:
    """What the record shows: a text is opened, asked about, mended and closed."""
    client.notice("textDocument/publishDiagnostics")
    found = client.notice("textDocument/publishDiagnostics")["diagnostics"]
    client.ask("textDocument/hover", client.at(uri, 3, 12))
    client.ask("textDocument/definition", client.at(uri, 3, 12))
    client.ask("textDocument/completion", client.at(uri, 17, 9 + len("atack ")))
    for diagnostic in found:
        document, where_it_is = {"uri": uri}, diagnostic["range"]
        context = {"diagnostics": [diagnostic]}
        client.ask("textDocument/codeAction", {"textDocument": document, "range": where_it_is, "context": context})
    mended = TEXT.replace("atack", "attack")
    client.change(uri, mended)
    client.notice("textDocument/publishDiagnostics")
    client.notice("textDocument/publishDiagnostics")
    client.ask("textDocument/rename", client.at(uri, 12, 9, newName="hero"))
    client.ask("textDocument/rename", client.at(uri, 12, 9, newName="is"))
    client.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    client.ask("workspace/executeCommand", {"command": "ludex.run", "arguments": [uri, 3]})
    client.ask(
        "textDocument/formatting", {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    )
    client.ask("ludex/preview", client.at(uri, 11, 3))
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.notice("textDocument/publishDiagnostics")


@cache
def conversed() -> tuple[tuple[str, Message], ...]:
    """All that is said, by whom, with no path of this machine in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "game"
        folder.mkdir()
        with Client(folder) as client:
            _converse(client, client.open(folder / NAME, TEXT))
        shown = json.dumps(client.said, ensure_ascii=False)
    for path, said in ((folder, "/home/me/game"), (where.spec(), "/ludex/spec")):
        shown = shown.replace(path.as_uri(), f"file://{said}").replace(str(path), said)
    return tuple((who, message) for who, message in json.loads(shown))


def answer(method: str, number: int = 0) -> Any:
    """What the server answered to a request of the record."""
    asked = [message["id"] for who, message in conversed() if who == "client" and message.get("method") == method]
    return next(one["result"] for who, one in conversed() if who == "server" and one.get("id") == asked[number])


def conversation() -> str:
    """The record as a page."""
    return "\n".join([*_opening(), *(line for who, message in conversed() for line in _shown(who, message)), ""])


def _opening() -> Iterator[str]:
    yield "# A conversation with the language server"
    yield ""
    yield "Recorded by `make editors` from `ludex lsp`; `→` is what the editor says, `←` what the server says."
    yield "Long texts are cut off with `…`. Lines and letters count from 0, and a die counts as two letters, as the"
    yield "protocol has it."
    yield ""
    yield "The text is:"
    yield ""
    yield f"```\n{TEXT}```"


def _shown(who: str, message: Message) -> Iterator[str]:
    said = message.get("params", message.get("result"))
    method = message.get("method", f"answer {message.get('id')}")
    number = f" {message['id']}" if "method" in message and "id" in message else ""
    yield ""
    yield f"**{'→' if who == 'client' else '←'} {method}{number}**"
    if said not in (None, {}):
        yield ""
        yield f"```json\n{_json(_short(said))}\n```"


def _json(value: Any, indent: int = 0) -> str:
    """JSON in as few lines as stay readable: what fits in one line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= 118 or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {_json(one, indent + 2)}" for key, one in value.items()]
    else:
        parts = [f"{inner}{_json(one, indent + 2)}" for one in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n" + ",\n".join(parts) + f"\n{' ' * indent}{last}"


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _short(one) for key, one in value.items() if key != "processId"}
    if isinstance(value, list):
        return [_short(one) for one in value]
    if isinstance(value, str) and len(value) > SHOWN_LETTERS:
        return f"{value[:SHOWN_LETTERS]}…"
    return value


# The pictures


def tokens(line: str) -> list[tuple[str, str, int]]:
    """What an editor makes of a line by the grammar: the first rule that matches soonest; text, scope, and where."""
    grammar = textmate()
    rules = [grammar["repository"][one["include"][1:]] for one in grammar["patterns"]]
    found: list[tuple[str, str, int]] = []
    at = 0
    while at < len(line):
        matches = [(match, rule) for rule in rules if (match := re.compile(rule["match"]).search(line, at))]
        matches = [(match, rule) for match, rule in matches if match.end() > match.start()]
        if not matches:
            break
        match, rule = min(matches, key=lambda one: one[0].start())
        groups = {0: {"name": rule["name"]}} if "name" in rule else rule["captures"]
        for group, scope in groups.items():
            if match.group(int(group)):
                found.append((match.group(int(group)), scope["name"].removesuffix(".ludex"), match.start(int(group))))
        at = match.end()
    return found


def picture() -> str:
    """The text as an editor shows it: coloured, with a wave under what is wrong, and what the messages say."""
    publications = [m["params"] for _, m in conversed() if m.get("method") == "textDocument/publishDiagnostics"]
    found = publications[1]["diagnostics"]
    body = [part for number, line in enumerate(TEXT.splitlines()) for part in _line(number, line, found)]
    lines = TEXT.splitlines()
    messages = (len(lines[line]) + len(said) for one in found for line, said in [_message(one)])
    width = int(2 * MARGIN + (max(messages) + BEFORE_A_MESSAGE) * LETTER)
    height = 2 * MARGIN + LINE * len(lines)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img"'
            ' font-family="monospace" font-size="14">',
            "<title>A file of scenarios in an editor, with messages</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _line(number: int, line: str, found: list[Any]) -> Iterator[str]:
    y = MARGIN + LINE * number + 14
    yield _text(line, 0, y, "#1f2328")
    for text, scope, start in tokens(line):
        if color := SCOPES.get(scope.partition(".")[0]):
            yield f'<rect x="{_x(start)}" y="{y - 14}" width="{len(text) * LETTER:.2f}" height="18" fill="#ffffff"/>'
            yield _text(text, start, y, color)
    column = len(line) + BEFORE_A_MESSAGE
    for one in found:
        start, end = one["range"]["start"], one["range"]["end"]
        if start["line"] == number:
            color = "#d1242f" if one["severity"] == 1 else "#9a6700"
            width = max(1, end["character"] - start["character"]) * LETTER
            x, dash = _x(start["character"]), f'stroke="{color}" stroke-dasharray="3 2"'
            yield f'<path d="M{x} {y + 4}h{width:.2f}" {dash} stroke-width="2"/>'
            yield _text(_message(one)[1], column, y, color)


def _message(found: Any) -> tuple[int, str]:
    """The line that a message stands beside, and the first line of what it says."""
    return found["range"]["start"]["line"], found["message"].partition("\n")[0]


def _x(column: int) -> str:
    return f"{MARGIN + column * LETTER:.2f}"


def _text(text: str, column: int, y: int, color: str) -> str:
    long = f' textLength="{len(text) * LETTER:.2f}"' if text.isascii() and text.strip() else ""
    return f'<text x="{_x(column)}" y="{y}" fill="{color}" xml:space="preserve"{long}>{html.escape(text)}</text>'


def board() -> str:
    """The answer to ludex/preview, as the panel shows it."""
    svg: str = answer("ludex/preview")["svg"]
    return svg if svg.endswith("\n") else f"{svg}\n"


FILES: dict[str, Callable[[], str]] = {
    "editors/vscode/ludex.tmLanguage.json": lambda: f"{json.dumps(textmate(), indent=2)}\n",
    "docs/editor-conversation.md": conversation,
    "docs/editor.svg": picture,
    "docs/editor-board.svg": board,
}


if __name__ == "__main__":
    for name, make in FILES.items():
        (ROOT / name).parent.mkdir(exist_ok=True)
        (ROOT / name).write_text(make(), encoding="utf-8")
        print(f"wrote {name}")
