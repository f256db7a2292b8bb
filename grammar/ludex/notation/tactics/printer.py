"""The sentences of 5x5 Tactics, printed from their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludex.notation import expectations as e
from ludex.notation.tactics import values as v
from ludex.notation.tactics.texts import name_text
from ludex.notation.written import quoted, shared_text, unreadable_text

GAP = "   "


def tile_text(tile: v.Tile | None) -> str:
    """A place: (1,2), or nowhere."""
    return f"({tile.x},{tile.y})" if tile else "nowhere"


def legend_text(legend: v.Legend) -> str:
    """Who some units are: a = P1 hp 10 attack 3."""
    said = [f"{' and '.join(map(name_text, legend.units))} = {legend.owner}"]
    said += ["dead"] if legend.dead else []
    said += [f"at {tile_text(legend.at)}"] if legend.at else []
    said += [f"hp {legend.hp}"] if legend.hp is not None else []
    said += [f"attack {legend.attack}"] if legend.attack is not None else []
    return " ".join(said)


def cell_text(cell: str | None) -> str:
    """What stands on a tile: a unit's name, or a point."""
    return "." if cell is None else name_text(cell)


def row_text(row: v.Row, widths: Sequence[int] = (1,) * v.SIZE) -> str:
    """A row of the board, each tile in so many letters, and the legends beside it."""
    cells = " ".join(cell_text(cell).ljust(width) for cell, width in zip(row.cells, widths, strict=True))
    return GAP.join([cells, *map(legend_text, row.legends)]).rstrip()


def fact_text(fact: v.Fact) -> str:
    """The sentence of a fact."""
    match fact:
        case v.Row():
            return row_text(fact)
        case v.Legend():
            return legend_text(fact)
        case v.Empty(tiles):
            return f"{' and '.join(map(tile_text, tiles))} {'is' if len(tiles) == 1 else 'are'} empty"
        case v.ToMove(player):
            return f"{player} to move"
        case v.Outcome(winner):
            return f"{winner} has won" if winner else "still open"
        case v.StandardStart():
            return "standard start"
        case v.Whole(text):
            return f"state {text}"
        case v.With(text):
            return f"state with {text}"
        case v.Without(name):
            return f"state without {name}"
        case _:
            return _unit_fact_text(fact)


def _unit_fact_text(fact: v.Stands | v.Lives | v.Hp | v.Strength) -> str:
    name = name_text(fact.unit)
    match fact:
        case v.Stands(_, tile):
            return f"{name} at {tile_text(tile)}"
        case v.Lives(_, alive):
            return f"{name} is {'alive' if alive else 'dead'}"
        case v.Hp(_, hp):
            return f"{name} has hp {hp}"
        case v.Strength(_, attack):
            return f"{name} has attack {attack}"


def board_text(facts: Iterable[v.Fact]) -> str:
    """Facts one a line, all tiles of drawn rows in equally many letters."""
    listed = list(facts)
    return "\n".join(_texts(listed, [max(_widths(listed), default=1)] * v.SIZE))


def fact_texts(facts: Iterable[v.Fact]) -> list[str]:
    """The sentences of facts that stand below each other: the tiles of drawn rows in columns."""
    listed = list(facts)
    return _texts(listed, _widths(listed))


def _texts(facts: Sequence[v.Fact], widths: Sequence[int]) -> list[str]:
    return [row_text(fact, widths) if isinstance(fact, v.Row) else fact_text(fact) for fact in facts]


def _widths(facts: Sequence[v.Fact]) -> list[int]:
    """How many letters each column of the drawn rows takes."""
    rows = [map(cell_text, fact.cells) for fact in facts if isinstance(fact, v.Row)]
    return [max(map(len, column)) for column in zip(*rows, strict=True)] or [1] * v.SIZE


def action_text(action: v.Action) -> str:
    """The sentence of an action; who acts stands before it, unless it is whoever is on turn."""
    if isinstance(action, v.Raw):
        return f"action {action.json}"
    return (f"{action.by}: " if action.by else "") + _bare_text(action)


def _bare_text(action: v.Move | v.Attack | v.MoveAndAttack | v.EndTurn) -> str:
    match action:
        case v.Move(to, unit):
            return f"move {f'{name_text(unit)} ' if unit is not None else ''}to {tile_text(to)}"
        case v.Attack(unit, at, implied):
            return f"attack {_target(unit)}" + ("" if implied else f" at {tile_text(at)}")
        case v.MoveAndAttack(to, unit):
            return f"move to {tile_text(to)} and attack {_target(unit)}"
        case v.EndTurn():
            return "end turn"


def _target(unit: str | None) -> str:
    return "nobody" if unit is None else name_text(unit)


def sent_text(sent: v.Sent) -> str:
    """The sentence of an action as it is sent."""
    return action_text(sent.action)


def expectation_text(expectation: v.Fact | e.Expectation | e.Own) -> str:
    """The sentence of an expectation."""
    if isinstance(expectation, e.Expectation):
        return shared_text(expectation, action_text)
    return _own_text(expectation) if isinstance(expectation, e.Own) else fact_text(expectation)


def _own_text(expectation: e.Own) -> str:
    from ludex.notation.tactics.judging import Asked, Message, Rejected

    match expectation:
        case Rejected(kinds, exactly):
            return "rejected with " + (f"exactly {' and '.join(kinds)}" if exactly else " or ".join(kinds))
        case Message(words):
            return "message is free" if words is None else f"message {quoted(words)}"
        case Asked(operation, request, None, clauses):
            return f"asking {operation} {request} is {unreadable_text(clauses)}"
        case Asked(operation, request, gives):
            return f"asking {operation} {request} gives {gives}"
        case _:
            return "valid"
