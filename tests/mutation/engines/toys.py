"""Toy engines of the countdown, in two languages, each in a folder of its own."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

PYTHON = """
import json
import sys


def may(position, take, most):
    return 0 < take <= most and take <= position


def apply(position, take, most):
    if not may(position, take, most):
        return {"illegal": {}}
    return {"position": position - take}


def legal(position, most):
    return {"actions": [take for take in range(1, 9) if may(position, take, most)]}


def answer(method, asked):
    most = 2 if asked.get("readings", {}).get("at-most") == "two" else 3
    if method == "apply":
        return apply(asked["position"], asked["action"], most)
    return legal(asked["position"], most)


HELLO = {"protocol": 1, "engine": {"name": "toy", "version": "1"}, "games": {"toygame": {
    "methods": ["legal", "apply"], "editions": {"v1": {"readings": {"at-most": ["three", "two"]}}}}}}
for line in sys.stdin:
    asked = json.loads(line)
    method = asked["method"]
    result = HELLO if method == "initialize" else {} if method == "shutdown" else answer(method, asked["params"])
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""
JAVASCRIPT = """
'use strict';
function may(position, take, most) { return 0 < take && take <= most && take <= position; }
function apply(position, take, most) {
  if (!may(position, take, most)) return { illegal: {} };
  return { position: position - take };
}
function legal(position, most) {
  const actions = [];
  for (let take = 1; take !== 9; take++) if (may(position, take, most)) actions.push(take);
  return { actions };
}
module.exports = { apply, legal };
"""
MAIN = """
const { apply, legal } = require('./rules.js');
const hello = { protocol: 1, engine: { name: 'toy', version: '1' }, games: { toygame: {
  methods: ['legal', 'apply'], editions: { v1: { readings: { 'at-most': ['three', 'two'] } } } } } };
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const most = params && params.readings && params.readings['at-most'] === 'two' ? 2 : 3;
  const result = method === 'initialize' ? hello : method === 'shutdown' ? {}
    : method === 'apply' ? apply(params.position, params.action, most) : legal(params.position, most);
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
"""


def python_engine(folder: Path, **said: object) -> Path:
    """A folder with the engine in Python, whose rules and wire are one file."""
    folder.mkdir(parents=True)
    (folder / "toy.py").write_text(PYTHON, encoding="utf-8")
    whole = {
        "name": "toy-python",
        "game": "toygame",
        "command": [sys.executable, "toy.py"],
        "sources": ["*.py"],
        **said,
    }
    (folder / "engine.json").write_text(json.dumps(whole), encoding="utf-8")
    return folder


def javascript_engine(folder: Path) -> Path:
    """A folder with the engine in JavaScript; its wire is a file beside its rules."""
    folder.mkdir(parents=True)
    (folder / "rules.js").write_text(JAVASCRIPT, encoding="utf-8")
    (folder / "main.js").write_text(MAIN, encoding="utf-8")
    whole = {"name": "toy-javascript", "game": "toygame", "command": ["node", "main.js"], "sources": ["rules.js"]}
    (folder / "engine.json").write_text(json.dumps(whole), encoding="utf-8")
    return folder


HAS_NODE = shutil.which("node") is not None
