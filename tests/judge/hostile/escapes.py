"""Sends terminal escapes and markup wherever text is allowed."""

from nim import HELLO, answer, serve

HELLO["engine"]["name"] = "\x1b[31mred\x1b[0m[bold]"


def respond(request):
    body = answer(request)
    return body.replace('"turn": "a"', '"turn": "\\u001b]0;owned\\u0007[red]\\u202e"')


serve(respond)
