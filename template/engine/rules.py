"""Hexapawn by bits: bit `row * size + column` of a number stands for a square, row 0 at White's side."""

from __future__ import annotations

import re
from typing import Any

COLUMNS = "abcd"


class Refusal(Exception):  # noqa: N818 - an answer, and no error
    """Something that must not be, and the clauses that it breaks."""

    def __init__(self, kind: str, *broken: str) -> None:
        super().__init__(kind, *broken)
        self.kind = kind
        self.broken = broken


class Board:
    """The pawns of White and of Black as bits, who is on turn, and who has won."""

    def __init__(self, size: int, pawns: dict[str, int], turn: str, winner: str | None) -> None:
        self.size = size
        self.pawns = pawns
        self.turn = turn
        self.winner = winner
        self.all = (1 << size * size) - 1
        self.left = sum(1 << row * size for row in range(size))  # the squares of column a

    @classmethod
    def read(cls, data: Any, size: int) -> Board:
        """The board of a position; refuses what cannot be read."""
        if not isinstance(data, dict) or sorted(data) != ["board", "turn", "winner"]:
            raise Refusal("unreadable", "HEX-POS-1")
        rows, turn, winner = data["board"], data["turn"], data["winner"]
        if not isinstance(rows, list) or len(rows) != size:
            raise Refusal("unreadable", "HEX-POS-2")
        if not all(isinstance(row, str) and len(row) == size for row in rows):
            raise Refusal("unreadable", "HEX-POS-2")
        letters = "".join(row[::-1] for row in rows)[::-1]  # from a1 on
        if re.fullmatch("[wb.]*", letters) is None:
            raise Refusal("unreadable", "HEX-POS-3")
        if turn != "white" and turn != "black":
            raise Refusal("unreadable", "HEX-POS-4")
        if winner is not None and winner not in ["white", "black", "draw"]:
            raise Refusal("unreadable", "HEX-POS-5")
        pawns = {side: sum(1 << at for at, one in enumerate(letters) if one == side[0]) for side in ("white", "black")}
        return cls(size, pawns, turn, winner)

    def show(self) -> dict[str, Any]:
        """The position as JSON."""
        letters = [
            "w" if self.pawns["white"] >> at & 1 else "b" if self.pawns["black"] >> at & 1 else "."
            for at in self._squares()
        ]
        rows = ["".join(letters[at : at + self.size]) for at in range(0, len(letters), self.size)]
        return {"board": rows[::-1], "turn": self.turn, "winner": self.winner}

    def legal(self) -> list[dict[str, str]]:
        """Every legal move."""
        if self.winner is not None:
            return []
        return [
            {"from": self._name(end - step), "to": self._name(end)}
            for step, ends in self._ends().items()
            for end in self._squares()
            if ends >> end & 1
        ]

    def apply(self, data: Any, reading: str) -> Board:
        """The board after a move; refuses what is not legal."""
        begin, end = self._move(data)
        if self.winner is not None or not self._ends().get(end - begin, 0) >> end & 1:
            raise Refusal("illegal", *self._broken(begin, end))
        mover, enemy = self.turn, self._enemy()
        pawns = {mover: self.pawns[mover] ^ 1 << begin | 1 << end, enemy: self.pawns[enemy] & ~(1 << end)}
        after = Board(self.size, pawns, enemy, None)
        farthest = (1 << self.size) - 1 << (self.size * (self.size - 1) if mover == "white" else 0)
        if pawns[mover] & farthest or not pawns[enemy]:
            after.winner = mover
        elif not any(after._ends().values()):
            after.winner = mover if reading == "loses" else "draw"
        return after

    def _ends(self) -> dict[int, int]:
        """For each step, as a difference of bits, the squares that a pawn of the player on turn may go to by it."""
        own, enemy = self.pawns[self.turn], self.pawns[self._enemy()]
        free = self.all & ~(own | enemy)
        right = self.left << self.size - 1
        ahead = self.size if self.turn == "white" else -self.size
        return {
            ahead: self._shifted(own, ahead) & free,
            ahead - 1: self._shifted(own & ~self.left, ahead - 1) & enemy,
            ahead + 1: self._shifted(own & ~right, ahead + 1) & enemy,
        }

    def _shifted(self, bits: int, by: int) -> int:
        return (bits << by if by > 0 else bits >> -by) & self.all

    def _broken(self, begin: int, end: int) -> list[str]:
        """The clauses that a move breaks."""
        own, enemy = self.pawns[self.turn], self.pawns[self._enemy()]
        rise = end // self.size - begin // self.size
        aside = abs(end % self.size - begin % self.size)
        told = {
            "HEX-END-1": self.winner is not None,
            "HEX-MOV-1": not own >> begin & 1,
            "HEX-MOV-2": rise != (1 if self.turn == "white" else -1) or aside > 1,
            "HEX-MOV-3": aside == 0 and (own | enemy) >> end & 1,
            "HEX-MOV-4": aside > 0 and not enemy >> end & 1,
        }
        return [clause for clause, broken in told.items() if broken]

    def _enemy(self) -> str:
        return "black" if self.turn == "white" else "white"

    def _move(self, data: Any) -> tuple[int, int]:
        """The two squares of a move; refuses what cannot be read."""
        if not isinstance(data, dict) or sorted(data) != ["from", "to"]:
            raise Refusal("unreadable", "HEX-ACT-1")
        known = {self._name(at): at for at in self._squares()}
        if any(not isinstance(name, str) or name not in known for name in data.values()):
            raise Refusal("unreadable", "HEX-ACT-2")
        return known[data["from"]], known[data["to"]]

    def _squares(self) -> range:
        return range(self.size * self.size)

    def _name(self, at: int) -> str:
        return f"{COLUMNS[at % self.size]}{at // self.size + 1}"
