"""Answers four vectors with almost 4 MB of small objects, just under the cap."""

from nim import answer, nth, serve

BAD = ("apply-7-1", "apply-7-2", "apply-7-3", "legal-5")


def respond(request):
    if any(nth(request, bad) for bad in BAD):
        return f'{{"jsonrpc":"2.0","id":{request["id"]},"result":[{"{}," * 1_390_000}{{}}]}}\n'
    return answer(request)


serve(respond)
