"""Lists no 3 where more than 20 are left, and applies it."""

from nim import answer, serve


def respond(request):
    line = answer(request)
    return line.replace(", 3]", "]") if request["params"]["position"]["heap"] > 20 else line


serve(respond)
