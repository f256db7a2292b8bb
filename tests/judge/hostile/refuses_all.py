"""An engine that greets, and refuses whatever it is asked."""

import json
import sys

from ludex.protocol.server import Loop


def main(game: str) -> None:
    loop = Loop([game])
    for line in sys.stdin.buffer:
        request = json.loads(line)
        said = loop.answer(line)
        if request["method"] not in ("initialize", "shutdown"):
            said = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"illegal": {}}}).encode() + b"\n"
        sys.stdout.buffer.write(said)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
