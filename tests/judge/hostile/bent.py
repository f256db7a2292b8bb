"""Plays rightly, and bends its answers in the way that it is told: all of them, or (`once`) that to one vector."""

import json
import sys

from nim import HELLO, answer, is_question, nth, say

NAME = b'"result": {'


def renamed(old: bytes, new: bytes):
    return lambda line: line.replace(old, new, 1)


def identified(text: str):
    """Another id, made of the number that was asked."""

    def bend(line: bytes) -> bytes:
        body = json.loads(line)
        return line.replace(b'"id": %d' % body["id"], b'"id": ' + text.replace("N", str(body["id"])).encode(), 1)

    return bend


BENDS = {
    "right": lambda line: line,
    "crlf": renamed(b"\n", b"\r\n"),
    "no_version": renamed(b'"jsonrpc": "2.0", ', b""),
    "other_version": renamed(b'"2.0"', b'"1.0"'),
    "number_version": renamed(b'"2.0"', b"2.0"),
    "no_id": lambda line: json.dumps({k: v for k, v in json.loads(line).items() if k != "id"}).encode() + b"\n",
    "text_id": identified('"N"'),
    "real_id": identified("N.0"),
    "no_number_id": identified("null"),
    "other_id": identified("1000N"),
    "list_id": identified("[N]"),
    "too_many": renamed(b"{", b'{"time": 3, '),
    "two_too_many": renamed(b"{", b'{"time": 3, "took": 4, '),
    "twice_a_member": renamed(b"{", b'{"jsonrpc": "2.0", '),
    "null_error": renamed(NAME, b'"error": null, "result": {'),
    "neither": renamed(b'"result"', b'"results"'),
    "nothing": lambda line: json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"]}).encode() + b"\n",
    "version_and_error": lambda line: BENDS["no_version"](BENDS["null_error"](line)),
    "unended": renamed(b"\n", b""),
    "carriage_return": renamed(b"\n", b"\r"),
    "half_a_character": renamed(NAME, b'"result": {"x": "\\ud83d", '),
    "byte_order_mark": lambda line: b"\xef\xbb\xbf" + line,
    "zero_byte": renamed(b"\n", b"\0\n"),
    "utf16": lambda line: line.decode().encode("utf-16"),
    "utf16_bare": lambda line: line.decode().encode("utf-16-le"),
    "latin1": renamed(NAME, b'"result": {"x": "caf\xe9", '),
    "not_a_number": renamed(NAME, b'"result": {"x": NaN, '),
    "batch": lambda line: b"[" + line.strip() + b"]\n",
    "pretty": lambda line: json.dumps(json.loads(line), indent=2).encode() + b"\n",
    "bare": lambda line: json.dumps(json.loads(line)["result"]).encode() + b"\n",
    "encoded_twice": lambda line: json.dumps(line.decode()).encode() + b"\n",
    "single_quotes": lambda line: str(json.loads(line)).encode() + b"\n",
    "two_in_a_line": lambda line: line.strip() + line,
    "log": lambda line: b"INFO answering\n" + line,
    "log_object": lambda line: b'{"level": "info", "msg": "answering"}\n' + line,
    "request_first": lambda line: b'{"id": %d, "method": "log"}\n' % json.loads(line)["id"] + line,
    "empty_lines": lambda line: b"\n" + line,
}


def right(request) -> bytes:
    """The right answer, also to a question that is none of the game."""
    try:
        return answer(request).encode()
    except KeyError:
        error = {"code": -32601, "message": "no such method"}
        return json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}).encode() + b"\n"


def main(how: str, when: str = "always") -> None:
    if how == "hello":
        HELLO.clear()
        HELLO.update(json.loads(when))
        how = "right"
    if how == "reads_to_the_end":
        sys.stdin = iter(sys.stdin.readlines())
    held = how == "held_back"
    kept = ""
    for line in sys.stdin:
        request = json.loads(line)
        if how == "echo":
            say(line)
            continue
        bend = BENDS.get(how, BENDS["right"])
        bent = when != "once" or (is_question(request) and nth(request, "apply-7-2"))
        text = (bend if bent else BENDS["right"])(right(request)).decode("utf-8", "surrogateescape")
        if held:
            kept += text
        else:
            say(text)
        if request["method"] == "shutdown":
            break
    say(kept)


if __name__ == "__main__":
    main(*sys.argv[1:])
