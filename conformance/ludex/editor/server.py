"""The language server: what comes over the protocol is handed to the features, and a mistake in one of them costs an
answer and nothing else."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from ludex.authoring.failures import report
from ludex.authoring.files import PARTS
from ludex.editor import completing, findings, looking, mending, names, outlining, previewing
from ludex.editor.blocks import warm_up
from ludex.editor.document import OpenText
from ludex.editor.positions import ClientText
from ludex.fault import Fault
from ludex.scenario import run
from ludex.scenario.including import real_path
from ludex.where import version
from ludex.wording import quantity

PAUSE_SECONDS = 0.25  # of writing, after which scenarios that changed are played
PREVIEW = "ludex/preview"
COMPLETION = types.CompletionOptions(trigger_characters=[" ", ",", "=", "("])
QUICK_FIXES = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])


class Protocol(LanguageServerProtocol):
    """The protocol, in which a request of another shape (a place before the first, say) is answered by its error."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as wrong:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=wrong.to_response_error())
            raise


class ScenarioServer:
    """The texts that are open, and what is asked about them."""

    def __init__(self) -> None:
        # The whole text comes with each change: no two counts of its lines can drift apart.
        self.client = LanguageServer("ludex", version(), types.TextDocumentSyncKind.Full, protocol_cls=Protocol)
        self.open: dict[str, OpenText] = {}
        self.playing: dict[str, asyncio.Task[None]] = {}
        self._listen()

    def _listen(self) -> None:
        features: list[tuple[str, Callable[[Any], Any], Any, Any]] = [
            (types.INITIALIZED, lambda _: warm_up(), None, None),
            (types.TEXT_DOCUMENT_DID_OPEN, self.take, None, None),
            (types.TEXT_DOCUMENT_DID_CHANGE, self.take, None, None),
            (types.TEXT_DOCUMENT_DID_SAVE, self.take, None, None),
            (types.TEXT_DOCUMENT_DID_CLOSE, self.close, None, None),
            (types.TEXT_DOCUMENT_COMPLETION, self.complete, [], COMPLETION),
            (types.TEXT_DOCUMENT_HOVER, self.hover, None, None),
            (types.TEXT_DOCUMENT_DEFINITION, self.definition, None, None),
            (types.TEXT_DOCUMENT_REFERENCES, self.references, [], None),
            (types.TEXT_DOCUMENT_PREPARE_RENAME, self.prepare_rename, None, None),
            (types.TEXT_DOCUMENT_RENAME, self.rename, None, types.RenameOptions(prepare_provider=True)),
            (types.TEXT_DOCUMENT_FORMATTING, self.format, [], None),
            (types.TEXT_DOCUMENT_CODE_ACTION, self.actions, [], QUICK_FIXES),
            (types.TEXT_DOCUMENT_CODE_LENS, self.lenses, [], None),
            (types.TEXT_DOCUMENT_FOLDING_RANGE, self.folds, [], None),
            (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self.symbols, [], None),
            (types.WORKSPACE_SYMBOL, self.workspace_symbols, [], None),
            (PREVIEW, self.preview, None, None),
        ]
        for name, answer, empty, options in features:
            self.client.feature(name, options)(self._safely(name, answer, empty))
        safe = self._safely(outlining.RUN, self.run_scenario, "")
        self.client.command(outlining.RUN)(lambda uri, line: safe(uri, line))

    def _safely(self, name: str, answer: Callable[..., Any], empty: Any) -> Callable[..., Any]:
        """The feature, which answers with nothing, and logs why, where it fails."""

        def safe(*params: Any) -> Any:
            try:
                return answer(*params)
            except Exception as error:
                self._tell(name, error)
                return empty

        return safe

    def _tell(self, name: str, error: Exception) -> None:
        """A fault for whoever writes; a mistake of ours for the log."""
        if isinstance(error, Fault):
            self._show(types.MessageType.Warning, str(error))
        else:
            said = "".join(traceback.format_exception(error))
            self.client.window_log_message(types.LogMessageParams(types.MessageType.Error, f"{name}: {said}"))

    def _show(self, kind: types.MessageType, message: str) -> None:
        self.client.window_show_message(types.ShowMessageParams(kind, message))

    def document(self, params: Any) -> OpenText:
        """The open text that is asked about."""
        return self.open[params.text_document.uri]

    # -- the text

    def take(self, params: Any) -> None:
        """The text as it is now: what cannot be read is told at once, what comes out otherwise after a pause."""
        uri = params.text_document.uri
        codec = self.client.workspace.position_codec
        document = self.open.setdefault(uri, OpenText(uri, to_fs_path(uri) or uri, codec))
        document.take(self.client.workspace.get_text_document(uri).source)
        self._publish(document)
        self._stop_playing(uri)
        self.playing[uri] = asyncio.get_running_loop().create_task(self._play(document))

    async def _play(self, document: OpenText) -> None:
        """Play what changed, one scenario after another, with room between them for what else is asked."""
        try:
            await asyncio.sleep(PAUSE_SECONDS)
            while piece := document.unplayed():
                document.play(piece)
                await asyncio.sleep(0)
            self._publish(document)
        except Exception as error:
            self._tell("playing", error)

    def _publish(self, document: OpenText) -> None:
        found = [] if document.path.endswith(PARTS) else findings.findings(document)
        self.client.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, found))

    def _stop_playing(self, uri: str) -> None:
        if task := self.playing.pop(uri, None):
            task.cancel()

    def close(self, params: Any) -> None:
        uri = params.text_document.uri
        self._stop_playing(uri)
        self.open.pop(uri, None)
        self.client.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    # -- what is asked

    def complete(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        known = self.client.client_capabilities.text_document
        item = known.completion.completion_item if known and known.completion else None
        return completing.completions(self.document(params), params.position, bool(item and item.snippet_support))

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        return looking.hover(self.document(params), params.position)

    def definition(self, params: types.DefinitionParams) -> types.Location | None:
        return looking.definition(self.document(params), params.position)

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        return looking.references(self.document(params), params.position, self.open.values(), self._folders())

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        document = self.document(params)
        found = self._name_at(document, params.position)
        return document.shown.piece_range(found[0], found[1], len(found[2])) if found else None

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        document = self.document(params)
        found = self._name_at(document, params.position)
        if not found:
            return None
        edits = names.rename(document, found[0], found[2], params.new_name)
        return types.WorkspaceEdit(changes={document.uri: edits})

    def _name_at(self, document: OpenText, position: types.Position) -> tuple[int, int, str] | None:
        """The name at a position: its line, its column, and how it is written."""
        offset = document.shown.offset_of(position)
        line = document.shown.line_at(offset)
        found = names.name_at(document, line, offset - document.shown.offset(line) + 1)
        return (line, *found) if found else None

    def format(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return mending.format_all(self.document(params))

    def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        return mending.actions(self.document(params), params.range, params.context.diagnostics)

    def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        return outlining.lenses(self.document(params))

    def folds(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return outlining.folds(self.document(params))

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return outlining.symbols(self.document(params))

    def workspace_symbols(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        return outlining.workspace_symbols(params.query, self._texts())

    def _texts(self) -> Iterable[tuple[str, ClientText]]:
        """What is open, and the other files of scenarios in the folders and in what ships, each with its address."""
        opened = {real_path(one.path): one.shown for one in self.open.values()}
        yield from ((path.as_uri(), text) for path, text in opened.items())
        for path in looking.scenario_paths(self._folders()):
            if path not in opened and (text := looking.text_of(path, self.client.workspace.position_codec)):
                yield path.as_uri(), text

    def _folders(self) -> list[Path]:
        return [Path(to_fs_path(uri) or ".") for uri in self.client.workspace.folders]

    def preview(self, params: Any) -> previewing.BoardPreview:
        position = types.Position(params.position.line, params.position.character)
        return previewing.preview(self.open[params.textDocument.uri], position)

    # -- what is done

    def run_scenario(self, uri: str, line: int) -> str:
        """Run the scenario that begins at a line, tell how it went, and give what is to be said of it."""
        document = self.open[uri]
        file = document.alone(document.read.block_at(line))
        lines = [problem.show(document.path) for problem in file.problems]
        played = [run(scenario) for scenario in file.scenarios]
        lines += [told for results in played for told in report(file, results)]
        bad = len(file.problems) + sum(result.status != "pass" for results in played for result in results)
        good = sum(result.status == "pass" for results in played for result in results)
        summary = f"{good} pass, {quantity(bad, 'failure')}" if bad else f"{good} pass"
        self._show(types.MessageType.Warning if bad else types.MessageType.Info, summary)
        return "\n".join([*lines, summary])


def serve() -> None:
    """Answer an editor over stdin and stdout until it ends; what anything else prints goes to stderr."""
    server, output = ScenarioServer(), sys.stdout.buffer
    sys.stdout = sys.stderr
    server.client.start_io(sys.stdin.buffer, output)
