"""Your engine of Tribun: what it says of itself, and a function for each method that it answers."""

from __future__ import annotations

from wire import Methods, Params, Result, unsupported

from tribun import read_byte, read_cid, read_position, read_unit, read_word, show_unit, write_byte, write_word

# params holds game, edition, readings (entry -> choice, for every entry of the register) and the fields of the method.
# Give back the result; `raise illegal()` or `raise unreadable()` refuses, and `raise unsupported("why")` says what is
# not written yet (all from wire).


def legal(params: Params) -> Result:
    """All legal actions of a position: {"actions": [words]}, in any order, each once."""
    position = read_position(params["position"], params)
    raise unsupported(f"legal is not written yet ({position.turn} is to move)")


def apply(params: Params) -> Result:
    """The position after an action: {"position": show_position(...)}; what is not legal is refused."""
    read_position(params["position"], params)
    action = read_word(params["action"], params["edition"])
    raise unsupported(f"{action.opcode} is not written yet")


def unit(params: Params) -> Result:
    return {"unit": show_unit(read_byte(params["byte"], params["readings"]))}


def encode_unit(params: Params) -> Result:
    return {"byte": write_byte(read_unit(params["unit"], params["readings"]))}


def cid(params: Params) -> Result:
    x, y = read_cid(params["cid"])
    return {"x": x, "y": y}


def word(params: Params) -> Result:
    action = read_word(params["word"], params["edition"])
    return {"opcode": action.opcode, "fields": action.fields}


def encode_word(params: Params) -> Result:
    return {"word": write_word(params["opcode"], params["fields"], params["edition"])}


METHODS: Methods = {
    "legal": legal,
    "apply": apply,
    "unit": unit,
    "encode_unit": encode_unit,
    "cid": cid,
    "word": word,
    "encode_word": encode_word,
}

HELLO: Result = {
    "protocol": 1,
    "engine": {"name": "my-tribun-engine", "version": "0.1", "language": "Python"},
    # Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
    # In each edition name the readings that you can follow, with every choice: {"readings": {"kill-mover": ["move"]}}.
    "games": {"tribun": {"editions": {"2026-01": {}, "2026-04": {}}, "methods": list(METHODS)}},
}
