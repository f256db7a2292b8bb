"""A bit of everything, from the request alone: wrong, unsupported, garbage, crashes, a hang; slow if told to be."""

import json
import os
import time

from nim import answer, serve

PAUSE = float(os.environ.get("NIM_PAUSE", "0"))


def respond(request):
    time.sleep(PAUSE)
    heap, action = request["params"]["position"]["heap"], request["params"].get("action", 0)
    head = {"jsonrpc": "2.0", "id": request["id"]}
    if (heap, action) in ((20, 1), (33, 2), (52, 3)):
        os.abort()
    if (heap, action) == (41, 1):
        time.sleep(1000)
    if heap % 10 == 7:
        return json.dumps({**head, "result": {"unsupported": {"reason": f"no {heap}"}}}) + "\n"
    if heap % 10 == 5:
        return json.dumps({**head, "result": {"position": {"heap": heap, "turn": "a"}}}) + "\n"
    if heap % 10 == 3 and action == 2:
        return json.dumps({**head, "result": {"heap": heap}}) + "\n"
    return answer(request)


serve(respond)
