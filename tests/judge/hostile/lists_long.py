"""Lists a 4 where it is told to take 3 at most, of all but small heaps, and refuses it."""

from nim import answer, serve


def respond(request):
    line = answer(request)
    return line.replace("[1, 2, 3]", "[1, 2, 3, 4]") if request["params"]["position"]["heap"] > 8 else line


serve(respond)
