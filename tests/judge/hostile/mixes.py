"""Plays three from each third heap and four from the others, whatever it is told."""

from nim import answer, serve


def respond(request):
    third = request["params"]["position"]["heap"] % 3 == 0
    request["params"]["readings"] = {"max": "three" if third else "four"}
    return answer(request)


serve(respond)
