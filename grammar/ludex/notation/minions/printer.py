"""The sentences of Minions, printed from their values."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.notation import expectations as e
from ludex.notation.minions import values as v
from ludex.notation.minions.table import MAPS
from ludex.notation.written import quoted, shared_text

TECH_WORDS = {
    "0": "has no spell on",
    "1": "has a spell on",
    "2": "has teched",
    "m": "has marched to",
    "t": "has just teched",
}
FLAG_WORDS = {
    ("p", True): "is in its spawn phase",
    ("p", False): "is not in its spawn phase",
    ("q", True): "has spawned",
    ("q", False): "has not spawned",
    ("r", True): "is resigned",
    ("r", False): "is not resigned",
    ("w", True): "is won",
    ("w", False): "is not won",
}


def _and(parts: Iterable[object]) -> str:
    return " and ".join(map(str, parts))


def _place(board: int | None) -> str:
    return "" if board is None else f" on board {board}"


def _board(board: int | None) -> str:
    return "board" if board is None else f"board {board}"


def map_text(text: str) -> str:
    """A map: its name in the table, or anything else, such as rows, in quotation marks."""
    return text if text in MAPS else quoted(text)


def fact_text(fact: v.Fact) -> str:
    """The sentence of a fact."""
    match fact:
        case v.StandardStart(maps):
            return f"standard start on {_and(map(map_text, maps))}"
        case v.Laid(board, on, state):
            said = ([] if on is None else [map_text(on)]) + ([] if state is None else [v.STATES[state]])
            return " ".join([_board(board), *said])
        case v.Line(board, on, line):
            return f"{_board(board)} {'' if on is None else f'{map_text(on)} '}{quoted(line)}"
        case v.State(state, board):
            return f"{_board(board)} is in state {v.STATES[state]}"
        case v.Flag(flag, there, board):
            return f"{_board(board)} {FLAG_WORDS[flag, there]}"
        case v.ToMove(side):
            return f"{side} to move"
        case v.Amount(side, what, number):
            return f"{side} {what} {number}"
        case v.Outcome(winner):
            return f"{winner} wins the game" if winner else "still open"
        case v.Cards(letters):
            return f"cards {letters}" if letters else "no cards"
        case v.Tech(side, sign, cards):
            return f"{side} {TECH_WORDS[sign]} {_and(cards)}"
        case v.Entered(boards):
            return f"entered board{'s' * (len(boards) > 1)} {_and(boards)}" if boards else "no board entered"
        case _:
            return _unit_fact_text(fact) if isinstance(fact, v.BoardFact) else _json_fact_text(fact)


def fact_texts(facts: Iterable[v.Fact]) -> list[str]:
    """The sentences of facts that stand below each other."""
    return [fact_text(fact) for fact in facts]


def _unit_fact_text(fact: v.BoardFact) -> str:
    match fact:
        case v.Units(side, kind, hexes, marks, board):
            return f"{side} {kind} at {_and(hexes)}{_marks(marks)}{_place(board)}"
        case v.Rank(rank, cells, board):
            return " ".join([str(rank), *(cell or "." for cell in cells)]) + _place(board)
        case v.Marked(hex_, marks, board):
            return f"{hex_} {_marked(marks)}{_place(board)}"
        case v.Empty(hexes, board):
            return f"{_and(hexes)} {'is' if len(hexes) == 1 else 'are'} empty{_place(board)}"
        case v.Zone(side, units, board):
            listed = _and(kind if count == 1 else f"{kind} {count}" for kind, count in units)
            return f"{side} zone: {listed or 'nothing'}{_place(board)}"
        case v.Used(side, kinds, board):
            return f"{side} has used {_and(kinds) or 'nothing'}{_place(board)}"
        case _:
            raise TypeError(f"{fact!r} is no fact about units")


def _json_fact_text(fact: v.Fact) -> str:
    match fact:
        case v.Whole(text):
            return f"position {text}"
        case v.With(text):
            return f"position with {text}"
        case v.Without(name):
            return f"position without {name}"
        case _:
            raise TypeError(f"{fact!r} is no fact of Minions")


def _marks(marks: v.Marks) -> str:
    numbers = (("damage", marks.damage), ("moved", marks.moved), ("attacked", marks.attacked))
    said = "".join(f" {name} {number}" for name, number in numbers if number is not None)
    return said + " spawned" * (marks.spawned is True)


def _marked(marks: v.Marks) -> str:
    if marks.spawned is not None:
        return "was spawned" if marks.spawned else "was not spawned"
    return f"has{_marks(marks)}"


def action_text(action: v.Action) -> str:
    """The sentence of an action; the board is named unless it is the first."""
    match action:
        case v.Raw(text):
            return f"action {text}"
        case v.Turn(actions):
            return f"turn {{{'; '.join(map(action_text, actions))}}}"
        case v.BuySpell():
            return "buy a spell"
        case v.March():
            return "march"
        case v.TechCard(card):
            return f"tech {card}"
        case v.EndTurn():
            return "end the turn"
        case _:
            return _bare_text(action) + (f" on board {action.board}" if action.board != 1 else "")


def _bare_text(action: v.Move | v.Attack | v.Buy | v.Spawn | v.Choose | v.Resign) -> str:
    match action:
        case v.Move(moves):
            return f"move {_pairs(moves)}"
        case v.Attack(attacks):
            return f"attack {_pairs(attacks)}"
        case v.Buy(kind):
            return f"buy {kind}"
        case v.Spawn(kind, to):
            return f"spawn {kind} at {to}"
        case v.Choose(necromancer, keep):
            return f"choose {necromancer} keep {keep or 'nothing'}"
        case v.Resign():
            return "resign"


def _pairs(pairs: v.Pairs) -> str:
    return _and(f"{here} -> {there}" for here, there in pairs)


def sent_text(sent: v.Sent) -> str:
    """The sentence of an action as it is sent."""
    return action_text(sent.action)


def expectation_text(expectation: v.Fact | e.Expectation | e.Own) -> str:
    """The sentence of an expectation."""
    if isinstance(expectation, e.Expectation):
        return shared_text(expectation, action_text)
    return _own_text(expectation) if isinstance(expectation, e.Own) else fact_text(expectation)


def _own_text(expectation: e.Own) -> str:
    from ludex.notation.minions.judging import Asked, Reaches

    match expectation:
        case Reaches(origin, hexes, how, board):
            words = {"all": "reaches", "exactly": "reaches exactly", "none": "does not reach"}
            return f"{origin} {words[how]} {_and(hexes)}{_place(board)}"
        case Asked(operation, request, None, refusal) if refusal is not None:
            return f"asking {operation} {request} is {expectation_text(refusal)}"
        case Asked(operation, request, gives):
            return f"asking {operation} {request} gives {gives}"
        case _:
            raise TypeError(f"{expectation!r} is no expectation of Minions")
