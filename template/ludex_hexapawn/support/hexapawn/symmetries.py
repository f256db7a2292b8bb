"""Hexapawn in a mirror, and with the players exchanged."""

from __future__ import annotations

from typing import Any

from ludex.support import NoImage

SYMMETRIES = ("mirror", "swap", "mirror+swap")
COLORS = str.maketrans("wb", "bw")
PLAYERS = {"white": "black", "black": "white"}


def question(name: str, _: str, asked: Any, __: str) -> dict[str, Any]:
    """The fields of the image of a question; raises NoImage for what is malformed."""
    return _image_of(asked, name)


def result(name: str, _: str, asked: Any, expected: dict[str, Any], __: str) -> dict[str, Any]:
    """The image of a result that is no refusal."""
    return _image_of({"board": asked["position"]["board"], **expected}, name, hidden=("board",))


def _image_of(fields: dict[str, Any], name: str, hidden: tuple[str, ...] = ()) -> dict[str, Any]:
    try:
        size = len(fields["board"] if "board" in fields else fields["position"]["board"])
        made = {field: _field(field, value, name, size) for field, value in fields.items() if field not in hidden}
    except (TypeError, KeyError, ValueError, AttributeError, IndexError):
        raise NoImage("something in it has no image, as it cannot be read") from None
    return made


def _field(field: str, value: Any, name: str, size: int) -> Any:
    match field:
        case "position":
            return _position(value, name)
        case "action":
            return {part: _square(square, name, size) for part, square in value.items()}
        case "actions":
            return [_field("action", one, name, size) for one in value]
        case _:
            return value


def _position(position: dict[str, Any], name: str) -> dict[str, Any]:
    board = position["board"]
    if not isinstance(board, list):
        raise TypeError  # what is no board has no image
    if "mirror" in name:
        board = [row[::-1] for row in board]
    if "swap" not in name:
        return {**position, "board": board}
    players = {field: PLAYERS.get(position[field], position[field]) for field in ("turn", "winner")}
    return {**position, "board": [row.translate(COLORS) for row in reversed(board)], **players}


def _square(square: str, name: str, size: int) -> str:
    column, row = "abcd"[:size].index(square[0]), [*"1234"[:size]].index(square[1:]) + 1
    column = size - 1 - column if "mirror" in name else column
    return f"{'abcd'[column]}{size + 1 - row if 'swap' in name else row}"
