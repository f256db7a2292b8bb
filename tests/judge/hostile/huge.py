"""Answers one vector with 300 MB in one line."""

from nim import answer, nth, say, serve


def respond(request):
    if nth(request, "apply-7-2"):
        say(f'{{"jsonrpc":"2.0","id":{request["id"]},"result":{{"actions":[')
        for _ in range(300):
            say("1," * (1 << 19))
        return "1]}}\n"
    return answer(request)


serve(respond)
