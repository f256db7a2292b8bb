"""Plays rightly, to whoever connects to the port that it writes on its output; may hang up at one vector."""

import json
import os
import socket
import sys
import threading

from nim import answer, nth


def converse(peer):
    with peer, peer.makefile("rwb") as lines:
        for line in lines:
            request = json.loads(line)
            if "hangs-up" in sys.argv and nth({"params": {"vector": ""}, **request}, "apply-7-2"):
                return
            lines.write(answer(request).encode())
            lines.flush()


door = socket.create_server(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
os.set_blocking(0, True)
while True:
    threading.Thread(target=converse, args=(door.accept()[0],), daemon=True).start()
