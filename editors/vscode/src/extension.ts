// The extension: a client of `ludex lsp`, and a panel with the board at the cursor.

import * as vscode from "vscode";
import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";
import { type BoardPreview, nextBoard, page, serverCommand } from "./board";

const LANGUAGE = "ludex";
const RUN = "ludex.run"; // the command of the server's lens
const PAUSE_MILLISECONDS = 150; // of moving the cursor, before a board is asked for

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const panel = new BoardPanel();
  const output = vscode.window.createOutputChannel("Ludex Scenarios");
  context.subscriptions.push(
    output,
    panel,
    vscode.commands.registerCommand("ludex.showBoard", () => panel.open()),
    vscode.commands.registerCommand("ludex.restart", () => restart(output)),
    vscode.window.onDidChangeTextEditorSelection(() => panel.askSoon()),
    vscode.workspace.onDidChangeTextDocument(() => panel.askSoon()),
  );
  await restart(output);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(output: vscode.OutputChannel): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = newClient(output);
  try {
    await client.start();
  } catch (error) {
    const remedy = "Install it with pip install 'ludex[editor]', or name it in the setting ludex.command.";
    void vscode.window.showErrorMessage(`Ludex cannot be started: ${String(error)}. ${remedy}`);
  }
}

function newClient(output: vscode.OutputChannel): LanguageClient {
  const setting = vscode.workspace.getConfiguration("ludex").get("command");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server: ServerOptions = { ...serverCommand(setting), options: { cwd: folder } };
  return new LanguageClient("ludex", "Ludex", server, {
    documentSelector: [{ language: LANGUAGE }],
    middleware: {
      executeCommand: async (command, args, next) => {
        const said: unknown = await next(command, args);
        if (command === RUN && typeof said === "string") tell(output, said);
        return said;
      },
    },
  });
}

function tell(output: vscode.OutputChannel, said: string): void {
  output.clear();
  output.appendLine(said);
  output.show(true);
}

/** A panel beside the editor, which follows the cursor. */
class BoardPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: BoardPreview | undefined;
  private timer: NodeJS.Timeout | undefined;

  open(): void {
    if (!this.panel) {
      const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("ludex.board", "Board", beside, { enableScripts: false });
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    this.askSoon();
  }

  askSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE_MILLISECONDS);
  }

  private async ask(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!this.panel || !client?.isRunning() || editor?.document.languageId !== LANGUAGE) return;
    const { line, character } = editor.selection.active;
    const place = { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
    const answer = await client.sendRequest<BoardPreview | null>("ludex/preview", place).catch(() => null);
    this.shown = nextBoard(this.shown, answer);
    if (this.panel) this.panel.webview.html = page(this.shown);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
  }
}
