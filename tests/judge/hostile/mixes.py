"""Plays three from even heaps and four from odd ones, whatever it is told."""

from nim import answer, serve


def respond(request):
    odd = request["params"]["position"]["heap"] % 2
    request["params"]["readings"] = {"max": "four" if odd else "three"}
    return answer(request)


serve(respond)
