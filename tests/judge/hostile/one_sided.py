"""Never lists taking 3 where player b is to move before more than 5."""

from nim import answer, serve


def respond(request):
    position, line = request["params"]["position"], answer(request)
    return line.replace(", 3]", "]") if position["turn"] == "b" and position["heap"] > 5 else line


serve(respond)
