"""Plays the second edition, whatever it is asked for: four may be taken, and nothing too."""

import json

from nim import HELLO, answer, serve

HELLO["games"]["nim"]["editions"] = {"one": {}, "two": {}}


def respond(request):
    params = request["params"]
    params["readings"] = {"max": "four"}
    if params.get("action") == 0:
        passed = {"heap": params["position"]["heap"], "turn": "b"}
        return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"position": passed}}) + "\n"
    return answer(request)


serve(respond)
