"""Refuses to take 1 of more than 9 where player a is to move; the list has it."""

from nim import answer, serve


def respond(request):
    params = request["params"]
    if (
        request["method"] == "apply"
        and params["action"] == 1
        and params["position"]["heap"] > 9
        and params["position"]["turn"] == "a"
    ):
        return answer({**request, "params": {**params, "action": 9}})
    return answer(request)


serve(respond)
