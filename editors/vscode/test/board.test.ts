import assert from "node:assert/strict";
import { test } from "node:test";
import { type BoardPreview, escaped, nextBoard, page, serverCommand } from "../src/board";

const BOARD: BoardPreview = { title: "a step", svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', message: "" };

test("the server is what the setting names, and ludex where it names nothing usable", () => {
  assert.deepEqual(serverCommand(["python", "-m", "mine"]), { command: "python", args: ["-m", "mine", "lsp", "--stdio"] });
  for (const nothing of [undefined, null, [], [""], "ludex", 7]) {
    assert.deepEqual(serverCommand(nothing), { command: "ludex", args: ["lsp", "--stdio"] });
  }
});

test("a text cannot end what it stands in", () => {
  assert.equal(escaped(`<b a="1">&'`), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
});

test("a board that cannot be drawn leaves the one before it, and says why", () => {
  assert.equal(nextBoard(undefined, BOARD), BOARD);
  assert.deepEqual(nextBoard(BOARD, { title: "", svg: "", message: "2:1: expected" }), { ...BOARD, message: "2:1: expected" });
  assert.match(nextBoard(undefined, null).message, /no board/);
});

test("the page holds the picture as an image, and lets nothing run", () => {
  const html = page({ ...BOARD, title: "<script>" });
  assert.ok(html.includes(Buffer.from(BOARD.svg).toString("base64")));
  assert.ok(html.includes("default-src 'none'"));
  assert.ok(!html.includes("<script"));
  assert.ok(!html.includes("<pre>"));
  assert.ok(page(nextBoard(BOARD, null)).includes('class="old"'));
});
