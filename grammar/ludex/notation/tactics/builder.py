"""From the tokens of a sentence of 5x5 Tactics to the value that it stands for."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, v_args

from ludex.games.tactics.operations import OPERATIONS
from ludex.notation import expectations as e
from ludex.notation.reading import LineGrammar, Misplaced, did_you_mean, one_typed, typed
from ludex.notation.sharing import ExpectationBuilder, json_of, operation_of, unquoted
from ludex.notation.tactics import values as v
from ludex.notation.tactics.facts import BLANK
from ludex.notation.tactics.judging import CLAUSES, Asked, Message, Rejected, Valid
from ludex.notation.tactics.texts import KEYWORDS

Said = tuple[str, object]
KIND = f"a kind of error, such as {typed('not-one-step')}"
FIELD = f"a field of the state: {one_typed(BLANK)}"


@v_args(inline=True)
class Builder(ExpectationBuilder):
    """One method for each kind of sentence."""

    # expectations

    def valid(self) -> Valid:
        return Valid()

    def rejected(self, *kinds: str) -> Rejected:
        return Rejected(kinds)

    def rejected_exactly(self, *kinds: str) -> Rejected:
        return Rejected(kinds, exactly=True)

    def kind(self, token: Token) -> str:
        if token not in CLAUSES:
            raise Misplaced(token, KIND, did_you_mean(str(token), CLAUSES))
        return str(token)

    def message(self, words: Token) -> Message:
        return Message(unquoted(words))

    def free_message(self) -> Message:
        return Message(None)

    def gives(self, operation: Token, request: Token, answer: Token) -> Asked:
        return Asked(operation_of(operation, OPERATIONS), json_of(request), json_of(answer))

    def asked_unreadable(self, operation: Token, request: Token, refusal: e.Unreadable) -> Asked:
        return Asked(operation_of(operation, OPERATIONS), json_of(request), None, refusal.clauses)

    # facts

    def row(self, *parts: str | v.Legend | None) -> v.Row:
        cells = tuple(part for part in parts[: v.SIZE] if not isinstance(part, v.Legend))
        return v.Row(cells, tuple(part for part in parts[v.SIZE :] if isinstance(part, v.Legend)))

    def nobody_drawn(self) -> None:
        return None

    def drawn(self, name: str) -> str:
        return name

    def unit(self, name: str) -> str:
        return name

    def legend(self, *parts: str | Said) -> v.Legend:
        names = [part for part in parts if isinstance(part, str)]
        said = dict(part for part in parts if isinstance(part, tuple))
        return v.Legend(tuple(names[:-1]), names[-1], **said)  # type: ignore[arg-type]

    def marked_dead(self) -> Said:
        return "dead", True

    def legend_at(self, tile: v.Tile) -> Said:
        return "at", tile

    def legend_hp(self, number: Token) -> Said:
        return "hp", int(number)

    def legend_attack(self, number: Token) -> Said:
        return "attack", int(number)

    def stands(self, unit: str, tile: v.Tile) -> v.Stands:
        return v.Stands(unit, tile)

    def dead(self, unit: str) -> v.Lives:
        return v.Lives(unit, False)

    def alive(self, unit: str) -> v.Lives:
        return v.Lives(unit, True)

    def hp(self, unit: str, number: Token) -> v.Hp:
        return v.Hp(unit, int(number))

    def strength(self, unit: str, number: Token) -> v.Strength:
        return v.Strength(unit, int(number))

    def empty(self, *tiles: v.Tile) -> v.Empty:
        return v.Empty(tiles)

    def to_move(self, player: str) -> v.ToMove:
        return v.ToMove(player)

    def won(self, player: str) -> v.Outcome:
        return v.Outcome(player)

    def still_open(self) -> v.Outcome:
        return v.Outcome(None)

    def standard_start(self) -> v.StandardStart:
        return v.StandardStart()

    def whole(self, data: Token) -> v.Whole:
        return v.Whole(json_of(data))

    def state_with(self, data: Token) -> v.With:
        return v.With(json_of(data))

    def state_without(self, name: Token) -> v.Without:
        if name not in BLANK:
            raise Misplaced(name, FIELD, did_you_mean(str(name), BLANK))
        return v.Without(str(name))

    # actions

    def action(self, action: v.Action) -> v.Sent:
        return v.Sent(action)

    def said_by_prefix(self, player: str, action: v.Action) -> v.Action:
        return action if isinstance(action, v.Raw) else replace(action, by=player)

    def said_by(self, action: v.Action, player: str) -> v.Action:
        return self.said_by_prefix(player, action)

    def raw(self, data: Token) -> v.Raw:
        return v.Raw(json_of(data))

    def move(self, to: v.Tile | None) -> v.Move:
        return v.Move(to)

    def move_named(self, unit: str, to: v.Tile | None) -> v.Move:
        return v.Move(to, unit)

    def move_and_attack(self, to: v.Tile | None, unit: str | None) -> v.MoveAndAttack:
        return v.MoveAndAttack(to, unit)

    def attack(self, unit: str | None) -> v.Attack:
        return v.Attack(unit, implied=True)

    def attack_at(self, unit: str | None, at: v.Tile | None) -> v.Attack:
        return v.Attack(unit, at)

    def end_turn(self) -> v.EndTurn:
        return v.EndTurn()

    def nowhere(self) -> None:
        return None

    def nobody(self) -> None:
        return None

    def tile(self, x: Token, y: Token) -> v.Tile:
        return v.Tile(int(x), int(y))

    def first(self) -> str:
        return "P1"

    def second(self) -> str:
        return "P2"

    def plain(self, token: Token) -> str:
        if token in KEYWORDS:
            raise Misplaced(token, f"a unit's name, which {typed(token)} is only in quotation marks")
        return str(token)

    def quoted(self, token: Token) -> str:
        return unquoted(token)


SENTENCES = LineGrammar(
    "ludex.notation.tactics",
    "tactics.lark",
    ("position", "action", "expectation"),
    Builder(),
    words={
        "(": f"a tile such as {typed('(1,2)')}",
        ")": "a closing parenthesis",
        ",": "a comma",
        ".": f"{typed('.')} (nobody)",
        "INT": "a number",
        "JSON": "JSON in braces",
        "QUOTED": "a text in quotation marks",
        "NAME": "a unit's name",
        "KIND": KIND,
        "OPERATION": f"a request: {one_typed(OPERATIONS)}",
        "FIELD": FIELD,
        "CLAUSE": f"a clause such as {typed('TAC-MOV-2')}",
        ";": "a semicolon and another action",
        ":": "a colon",
    },
    groups=(
        (frozenset({"NAME", "QUOTED"}), "a unit's name"),
        (frozenset(v.PLAYERS), f"a player ({one_typed(v.PLAYERS)})"),
    ),
)
