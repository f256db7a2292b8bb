"""A client of the language server: a process, and messages of the protocol over its pipes; it keeps what was said."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any

Message = dict[str, Any]
LONGEST_SECONDS = 120
CAPABILITIES: Message = {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}
COMMAND = (sys.executable, "-c", "from ludex.cli import main; raise SystemExit(main())", "lsp", "--stdio")


class Client:
    """A conversation with a server; ``said`` is all of it, each message after the one who says it."""

    def __init__(self, folder: Path, capabilities: Message = CAPABILITIES, command: Sequence[str] = COMMAND) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.watch = Timer(LONGEST_SECONDS, self.process.kill)  # an answer that never comes is an end, and no wait
        self.watch.start()
        self.said: list[tuple[str, Message]] = []
        self.number = 0
        self.versions: dict[str, int] = {}
        self.capabilities = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "capabilities": capabilities,
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
            },
        )["capabilities"]
        self.tell("initialized", {})

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        if kind is None and self.process.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
            self.process.wait(30)
        self.watch.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request; what the server says before it is kept."""
        answer = self.ask_for_any(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def ask_for_any(self, method: str, params: Any) -> Message:
        """The answer to a request, whether a result or an error."""
        self.number += 1
        number = self.number
        self._send({"id": number, "method": method, "params": params})
        return self.await_message(lambda one: one.get("id") == number and "method" not in one)

    def await_message(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message from the server that is wanted."""
        while True:
            message = self._receive()
            if wanted(message):
                return message

    def notice(self, method: str, wanted: Callable[[Any], bool] = lambda _: True) -> Any:
        """What the next notification of a kind says."""
        found = self.await_message(lambda one: one.get("method") == method and wanted(one["params"]))
        return found["params"]

    def open(self, path: Path, text: str) -> str:
        """Open a text under the name of a file, which need not be there; gives its address."""
        uri = path.as_uri()
        self.versions[uri] = 1
        document = {"uri": uri, "languageId": "ludex", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, text: str) -> None:
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, uri: str, line: int, character: int, **more: Any) -> Message:
        """The parameters of most requests: a place in a text, counted from 0."""
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}

    def _send(self, message: Message) -> None:
        self.said.append(("client", message))
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _receive(self) -> Message:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, f"the server ended, with {self.process.poll()}"
        message: Message = json.loads(self.process.stdout.read(length))
        message.pop("jsonrpc", None)
        self.said.append(("server", message))
        return message
