"""An engine whose hello makes promises that it does not make itself: ``promising.py PROMISE,… COMMAND…``.

All else goes through as it comes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading


def main() -> int:
    promises, command = sys.argv[1].split(","), sys.argv[2:]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin
        assert engine.stdout
        threading.Thread(target=_ask, args=(engine,), daemon=True).start()
        hello = json.loads(engine.stdout.readline())
        for facts in hello["result"]["games"].values():
            facts["promises"] = promises
        _say(json.dumps(hello).encode() + b"\n")
        for line in engine.stdout:
            _say(line)
    return engine.returncode


def _ask(engine: subprocess.Popen[bytes]) -> None:
    assert engine.stdin
    for line in sys.stdin.buffer:
        engine.stdin.write(line)
        engine.stdin.flush()
    engine.stdin.close()


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
