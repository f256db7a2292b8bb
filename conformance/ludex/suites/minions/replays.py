"""Replays: whole games on one board to four, and lines in which an action is refused or cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.minions.actions import TURN, Action, read_action, show_action
from ludex.games.minions.play import after
from ludex.games.minions.position import Position, show_position
from ludex.rules import Refused, Rules, recording
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.nearby import misses
from ludex.suites.minions.playing import Player, an_action, arm, starting
from ludex.suites.minions.positions import DEFAULT, Ask, Unlike, answer_to, rules_with
from ludex.suites.minions.scenes import SCENES, draw_scene

GAMES = {1: 7, 2: 7, 3: 6, 4: 5}
LONGEST, MOST_TURNS = 150, 40
LINES = 60
TURNS, LONG_TURN = 36, 14
OTHERWISE: tuple[dict[str, str], ...] = (
    {"turn_order": "general-first", "purchase": "first"},
    {"restart": "loser", "surviving_necromancer": "to-zone", "initiate": "also-at-reset"},
    {"rebate_time": "owners-turn", "spell_price": "4n", "free_spell": "kept", "bought_spell": "kept"},
    {"move_then_attack": "never", "spawn_chain": "no", "new_tech": "next-turn", "first_turn": "attack-only"},
    {
        "resign_income": "none",
        "reset0_income": "none",
        "restart": "next-mover",
        "used_necromancers": "per-side-per-board",
    },
)
NO_LISTS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 0.5, 1.5, 100, 10**9, {}, {"kind": "end-turn"}, {"0": {"kind": "march"}}),
    *("", "[]", "end-turn", "march", " ", "null", "[", "e30=", "yellow", "0", {"kind": None}, {"actions": []}, 7),
    *({"items": []}, "[{}]", "\u3000", {"list": None}, {"length": 0}, {"kind": "turn", "actions": []}),
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """Whole games, and shorter lines."""
    about = "Whole games from the start to the last board point, action by action or turn by turn."
    yield SuiteTopic("replay-games", "replay", "replay", about, _games)
    about = "Whole games under other readings."
    yield SuiteTopic("replay-otherwise", "replay", "replay", about, _otherwise)
    about = "Whole turns of which one is refused, at its first action, in the middle or at its end: none of it happens."
    yield SuiteTopic("replay-turns", "replay", "replay", about, _refused_turns)
    about = "Lines of play in which an action is refused or cannot be read."
    yield SuiteTopic("replay-lines", "replay", "replay", about, _lines)


def _case(slug: str, why: str, position: Position, actions: list[Any], rules: Rules = DEFAULT) -> Case:
    asked = {"position": show_position(position), "actions": actions}
    return Case(f"replay-{slug}", why[:160], asked, (), _readings_in_force(position, actions, rules))


def _readings_in_force(position: Position, actions: list[Any], rules: Rules) -> dict[str, tuple[str, ...]]:
    """Every reading that the line consults, as it is in force."""
    with recording(keep_steps=False) as trace:
        for action in actions:
            try:
                position = after(position, read_action(action, rules), rules)
            except Refused:
                break
    return {name: (rules.choices[name],) for name in sorted(trace.consulted)}


def play_on(dice: Dice, position: Position, rules: Rules, weary: int) -> Player:
    """A game to its end, or until it is long."""
    player = Player(dice, position, rules, weary)
    for turn in range(MOST_TURNS):
        if player.position.ended or len(player.actions) > LONGEST:
            break
        player.weary = weary if turn > 3 else 0
        player.turn()
    return player


def _a_game(dice: Dice, boards: int, rules: Rules, number: int) -> Case:
    while True:
        start = starting(dice, boards)
        first = start if number % 2 else arm(dice, start)
        weary = (0, 5)[number % 2] if boards == 1 else (14, 20, 26)[number % 3]
        player = play_on(dice, first, rules, weary)
        if player.position.ended and len(player.actions) <= LONGEST:
            break
    line = [show_action(action, rules) for action in player.actions]
    why = f"{boards} boards, {len(line)} actions in {len(player.turns)} turns, {player.position.winner} wins"
    if number % 3 == 2:
        line = [show_action(Action(TURN, actions=tuple(turn)), rules) for turn in player.turns]
        why += ", whole turns"
    return _case("game", why, first, line, rules)


def _games() -> Iterator[Case]:
    dice = Dice("minions replay games")
    for boards, count in GAMES.items():
        yield from (_a_game(dice, boards, DEFAULT, number) for number in range(count))


def _otherwise() -> Iterator[Case]:
    dice = Dice("minions replay otherwise")
    for number, choices in enumerate(OTHERWISE):
        yield _a_game(dice, 1 + number % 2, rules_with(**choices), number)


# Whole turns that are refused


def _refused_turns() -> Iterator[Case]:
    """A few turns of play, of which one has a part that is refused; those after it would go on without it."""
    dice = Dice("minions replay turns")
    for number in range(TURNS):
        boards, at, where = 1 + number % 2, number % 3, ("first", "middle", "last")[number // 3 % 3]
        yield _a_refused_turn(dice, boards, at, where)


def _a_refused_turn(dice: Dice, boards: int, at: int, where: str) -> Case:
    while True:
        first = arm(dice, starting(dice, boards))
        player = Player(dice, first, weary=3)
        before = [first]
        while len(player.turns) < 3 and not player.position.ended:
            player.turn()
            before.append(player.position)
        turn = player.turns[at] if len(player.turns) == 3 else []
        place = {"first": 0, "middle": len(turn) // 2, "last": len(turn) - 1}[where]
        bad = _a_bad_part(dice, before[at], turn[:place]) if 3 < len(turn) < LONG_TURN else None
        if bad is not None:
            break
    turns = [list(one) for one in player.turns]
    turns[at].insert(place, bad)
    line = [show_action(Action(TURN, actions=tuple(one)), DEFAULT) for one in turns]
    why = f"turn {at + 1} of {len(turns)} is refused at its {where} part, {place + 1} of {len(turns[at])}"
    return _case("turns", why, first, line)


def _a_bad_part(dice: Dice, position: Position, before: list[Action]) -> Action | None:
    """Something near to what was done, or to what could be, that is refused after these actions."""
    for action in before:
        position = after(position, action, DEFAULT)
    near = misses(dice, Ask(position, an_action(dice, position)), 6, 0)
    bad = [ask.action for ask in near if not isinstance(answer_to(ask, DEFAULT), Position)]
    return dice.pick(bad) if bad else None


# Lines


def _lines() -> Iterator[Case]:
    dice, unlike, done = Dice("minions replay lines"), Unlike(), 0
    yield _case("nothing", "no actions at all", starting(dice, 1), [])
    while done < LINES:
        ask = draw_scene(dice, SCENES[sorted(SCENES)[done % len(SCENES)]])
        if not unlike(ask.position):
            continue
        done += 1
        player = Player(dice, ask.position, weary=6)
        player.turn()
        line = [show_action(action, DEFAULT) for action in player.actions][:9]
        at = dice.below(len(line) + 1)
        why, bad = _bad(dice, ask)
        yield _case("refused", f"action {at + 1} {why}", ask.position, [*line[:at], bad, *line[at : at + 3]])
    for actions in NO_LISTS:
        position = draw_scene(dice, SCENES["move"]).position
        if unlike(position):
            asked = {"position": show_position(position), "actions": actions}
            yield Case("replay-no-list", f"actions are {actions!a}", asked, ("malformed",))


def _bad(dice: Dice, ask: Ask) -> tuple[str, Any]:
    """An action that goes wrong, or may."""
    match dice.below(3):
        case 0:
            return "cannot be read", dice.pick((None, [], {}, {"kind": "fly"}, "end-turn", {"kind": "buy", "board": 0}))
        case 1:
            near = misses(dice, ask, 1, 0)
            if near:
                return "is a near miss", show_action(near[0].action, DEFAULT)
    return "names a board that is not there", {"kind": "resign", "board": dice.between(4, 90)}
