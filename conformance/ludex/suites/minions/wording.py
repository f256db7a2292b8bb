"""Says in a few words what a case asks: the slug of its id, and its one sentence."""

from __future__ import annotations

from ludex.games.minions.actions import Action
from ludex.games.minions.hexes import NAMES
from ludex.games.minions.position import Position
from ludex.suites import Case
from ludex.suites.minions.positions import OPEN, Ask, fields, under, verdict_on

LONGEST = 160


def slug(action: Action) -> str:
    """What the id of a case begins with."""
    return f"tick-{len(action.pairs)}" if len(action.pairs) > 1 else action.kind


def sentence(ask: Ask) -> str:
    """The action in a sentence."""
    text = f"{ask.position.side.capitalize()} {words_of(ask.position, ask.action)}{_where(ask)}"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _where(ask: Ask) -> str:
    position, action = ask.position, ask.action
    count, over = len(position.boards), ", after the end" if position.ended else ""
    if not 0 <= action.board < count:
        return (f", {count} boards" if count > 1 else "") + over
    board = position.boards[action.board]
    told = f" in state {board.state}" + (f" with flags {''.join(sorted(board.flags))}" if board.flags else "")
    return f", board {action.board + 1} of {count}{told}{over}"


def words_of(position: Position, action: Action) -> str:
    """An action in words."""
    match action.kind:
        case "move" | "attack":
            verb = "to" if action.kind == "move" else "at"
            parts = [f"{_on(position, action, here)} {verb} {NAMES[there]}" for here, there in action.pairs]
            return f"{action.kind}s {', '.join(parts)}"
        case "turn":
            return f"plays a turn of {len(action.actions)} actions"
        case "choose":
            kept = "nothing" if action.keep is None else action.keep.id
            return f"chooses the {_name(action)}, keeps {kept}"
        case "spawn":
            return f"spawns {_name(action)} on {NAMES[action.to]}"
        case "buy" | "tech":
            return f"{action.kind}s {_name(action)}".replace("techs", "techs the card")
        case "end-turn":
            return "ends the turn"
        case "buy-spell":
            return "buys a spell"
    return "marches" if action.kind == "march" else "resigns"


def _name(action: Action) -> str:
    return "nobody" if action.unit is None else action.unit.id


def _on(position: Position, action: Action, hex_: int) -> str:
    unit = position.boards[action.board].cells[hex_] if 0 <= action.board < len(position.boards) else None
    return NAMES[hex_] if unit is None else f"{unit.kind.id} {NAMES[hex_]}"


def case_of(ask: Ask, *tags: str) -> Case:
    """The case that asks it, under as many readings as can be tried."""
    return Case(slug(ask.action), sentence(ask), fields(ask), tags, under(verdict_on(ask)))


def narrow(ask: Ask, number: int, most: int) -> Case:
    """The case under so many at most of the readings that matter to it, now these and now those."""
    found = verdict_on(ask)
    names = sorted({one.partition("=")[0] for one in found.deciding})
    start = number % len(names) if names else 0
    kept = (names[start:] + names[:start])[:most]
    fixed = {name: OPEN[name][:1] for name in found.consulted if name not in kept}
    return Case(slug(ask.action), sentence(ask), fields(ask), (), fixed if len(found.consulted) > 1 else {})
