// What the panel shows, and how the server is started: all that needs no editor.

/** What the server answers to ludex/preview: a picture with its title, or why there is none. */
export interface BoardPreview {
  title: string;
  svg: string;
  message: string;
}

/** The program to start and its arguments; without a usable setting it is the command `ludex`. */
export function serverCommand(setting: unknown): { command: string; args: string[] } {
  const words = Array.isArray(setting) ? setting.filter((word) => typeof word === "string" && word !== "") : [];
  const [command = "ludex", ...args] = words as string[];
  return { command, args: [...args, "lsp", "--stdio"] };
}

/** A text as HTML shows it. */
export function escaped(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** The board to show: the new one, or the one before it with what keeps the new one from being drawn. */
export function nextBoard(shown: BoardPreview | undefined, answer: BoardPreview | null | undefined): BoardPreview {
  if (answer?.svg) return answer;
  const message = answer?.message || "The server has no board for this place.";
  return { title: shown?.title ?? "", svg: shown?.svg ?? "", message };
}

/** The panel's page: the picture is an image, so that nothing in it can run, and nothing is fetched. */
export function page(board: BoardPreview): string {
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const source = `data:image/svg+xml;base64,${Buffer.from(board.svg, "utf8").toString("base64")}`;
  const picture = board.svg ? `<img src="${source}" alt="${escaped(board.title)}">` : "";
  const message = board.message ? `<pre>${escaped(board.message)}</pre>` : "";
  const style = "img{max-width:100%}.old{opacity:.5}pre{white-space:pre-wrap}";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(board.title || "Board")}</title>
<style>${style}</style>
</head>
<body>
${message}
<div class="${board.message ? "old" : "now"}">${picture}</div>
</body>
</html>
`;
}
