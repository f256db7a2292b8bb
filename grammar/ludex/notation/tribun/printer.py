"""The sentences of Tribun, printed from their values."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.notation import expectations as e
from ludex.notation.tribun import values as v
from ludex.notation.written import shared_text

DRAW_STEPS = ("offers a draw", "retracts", "accepts", "declines")
END_REASONS = ("resigns", "has no legal turn", "runs out of time")
CONFIGS = ("6", "3+", "3-")


def tile_text(tile: v.Tile) -> str:
    """A tile: (0,-3)."""
    return f"({tile.x},{tile.y})"


def height_text(unit: v.Unit) -> str:
    """The heights of a unit: 2/3, T1."""
    return f"{'T' * unit.tribun}{unit.p}{f'/{unit.s}' if unit.s else ''}"


def _tiles(tiles: tuple[v.Tile, ...]) -> str:
    return " and ".join(map(tile_text, tiles))


def fact_text(fact: v.Fact) -> str:
    """The sentence of a fact."""
    match fact:
        case v.Units(unit, tiles):
            return f"{unit.color} {height_text(unit)} at {_tiles(tiles)}"
        case v.Empty(tiles):
            return f"{_tiles(tiles)} {'is' if len(tiles) == 1 else 'are'} empty"
        case v.StandardStart():
            return "standard start"
        case v.Whole(line):
            return f'position "{line}"'
        case v.ToMove(color):
            return f"{color} to move"
        case v.Offers(color):
            return f"{color or 'nobody'} offers a draw"
        case v.MayNotOffer(color):
            return f"{color} may not offer" if color else "both may offer"
        case v.Outcome(ended, winner):
            return f"{winner} wins" if winner else "tie" if ended else "still open"


def fact_texts(facts: Iterable[v.Fact]) -> list[str]:
    """The sentences of facts that stand below each other."""
    return [fact_text(fact) for fact in facts]


def action_text(action: v.Action) -> str:
    """The sentence of an action."""
    match action:
        case v.Draw(step, actor):
            return f"{actor} {DRAW_STEPS[step]}"
        case v.End(3, named):
            return "total time runs out" + (" naming white" if named == "white" else "")
        case v.End(reason, loser):
            return f"{loser} {END_REASONS[reason]}"
        case v.Word(word):
            return f"word {word:#010x}"
        case v.AttackTribun(attacker, tribun, winner):
            side = f" for {winner}" if winner else ""
            return f"attack tribun {tile_text(tribun)} from {tile_text(attacker)}{side}"
        case _:
            return _board_action_text(action)


def _board_action_text(action: v.Action) -> str:
    match action:
        case v.Move(origin, to, whole):
            return f"move {tile_text(origin)} {'=>' if whole else '->'} {tile_text(to)}"
        case v.Kill(mover, target, whole):
            return f"kill {tile_text(mover)} {'=>' if whole else '->'} {tile_text(target)}"
        case v.Liberate(target):
            return f"liberate {tile_text(target)}"
        case v.Damage(target, amount):
            return f"damage {tile_text(target)} by {amount}"
        case v.Enslave(mover, target):
            return f"enslave {tile_text(mover)} -> {tile_text(target)}"
        case v.Backstab(actor, direction):
            return f"backstab {tile_text(actor)} {v.DIRECTIONS[direction]}"
        case _:
            return _height_action_text(action)


def _height_action_text(action: v.Action) -> str:
    match action:
        case v.Combine(center, first, second):
            return f"combine {_taken(first)} and {_taken(second)} at {tile_text(center)}"
        case v.Symmetric(center, config, giving):
            return f"symmetric combine at {tile_text(center)} of {CONFIGS[config]} giving {giving}"
        case v.Split(actor, shares):
            spread = " and ".join(f"{v.DIRECTIONS[share.direction]} {share.amount}" for share in shares)
            return f"split {tile_text(actor)} {spread}".rstrip()
        case _:
            raise TypeError(f"{action!r} is no action of Tribun")


def _taken(share: v.Share) -> str:
    return f"{share.amount} from {v.DIRECTIONS[share.direction]}"


def sent_text(sent: v.Sent) -> str:
    """The sentence of an action, with whoever sends it."""
    if sent.by is None:
        return action_text(sent.action)
    return f"{action_text(sent.action)} sent by {'the server' if sent.by == 'server' else sent.by}"


def expectation_text(expectation: v.Fact | e.Expectation) -> str:
    """The sentence of an expectation."""
    if isinstance(expectation, e.Expectation):
        return shared_text(expectation, action_text)
    return fact_text(expectation)
