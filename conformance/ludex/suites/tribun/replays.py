"""Whole replays: a snapshot and the words that followed, now and then broken off by one that does not apply."""

from __future__ import annotations

import base64
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ludex.games.tribun.board import COLORS
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position, standard_start
from ludex.games.tribun.words import Draw, End, show_action
from ludex.rules import Refused, Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.covering import STREAMS, turns_to_cover
from ludex.suites.tribun.describing import outcome
from ludex.suites.tribun.nearby import words_near
from ludex.suites.tribun.playing import WINS, a_turn
from ludex.suites.tribun.positions import default_rules, wire
from ludex.suites.tribun.scenes import mix

Words = list[int]
REFUSED_REPLAYS = 3  # for each clause
CONTROL = {"initial": 600_000, "buffer": 3000, "increment": 2000, "maxGame": None}


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Good replays, and what cannot be replayed."""
    rules = default_rules(edition)
    about = (
        "Matches, whole or broken off: won on the tribun, drawn, resigned, lost or tied on time, or failing on the way."
    )
    yield SuiteTopic("replay", "replay", "replay", about, partial(_matches, rules))
    about = "Matches in which a word is refused, for each clause by which one can be: the position before it stays."
    yield SuiteTopic("replay-refused", "replay", "replay", about, partial(_refused_matches, rules))
    about = "Packed lists and snapshots that are malformed."
    yield SuiteTopic("replay-malformed", "replay", "replay", about, partial(_malformed_matches, rules))


def pack_words(words: Sequence[int]) -> str:
    """The words, four bytes each, the lowest first, in base64."""
    return base64.b64encode(struct.pack(f"<{len(words)}I", *words)).decode()


def snapshot(position: Position, rules: Rules, starting: int = 0, control: Any = None) -> dict[str, Any]:
    """A snapshot of a match that is on."""
    shown = wire(position)
    blocked = {"drawBlocked": shown["drawBlocked"]} if rules.fact("decline") else {}
    return {
        "board": shown["board"],
        "turn": shown["turn"],
        "clocks": {"black": 600_000, "white": 600_000, "game": 0},
        "drawOfferBy": shown["drawOfferBy"],
        **blocked,
        "startingPlayer": COLORS[starting],
        "timeControl": control or CONTROL,
    }


def _case(slug: str, why: str, position: Position, words: Words, rules: Rules) -> Case:
    return Case(
        f"replay-{slug}", why, {"snapshot": snapshot(position, rules, position.turn), "actions": pack_words(words)}
    )


def _after(position: Position, words: Words, rules: Rules) -> Position:
    for word in words:
        position = apply(position, word, rules)
    return position


def _turns(dice: Dice, position: Position, rules: Rules, count: int) -> Words:
    """So many legal turns, with some talk about a draw between them."""
    words: Words = []
    for _ in range(count):
        if dice.chance(3):
            for word in _talk(dice, position, rules):
                position = apply(position, word, rules)
                words.append(word)
        turn = a_turn(dice, position, rules)
        if turn is None:
            break
        position = apply(position, turn, rules)
        words.append(turn)
    return words


def _talk(dice: Dice, position: Position, rules: Rules) -> Words:
    """An offer, and perhaps its end; nothing where none may be made."""
    actor = dice.below(2)
    offer = show_action(Draw(0, actor), rules)
    try:
        apply(position, offer, rules)
    except Refused:
        return []
    answers = [[], [show_action(Draw(1, actor), rules)]]
    if rules.fact("decline"):
        answers.append([show_action(Draw(3, 1 - actor), rules)])
    return [offer, *dice.pick(answers)]


def _last_words(dice: Dice, position: Position, rules: Rules, ending: str) -> Words:
    actor = dice.below(2)
    offered = position.draw_offer_by
    if ending == "draw":
        accept = show_action(Draw(2, actor if offered is None else 1 - offered), rules)
        return [accept] if offered is not None else [show_action(Draw(0, 1 - actor), rules), accept]
    reason = {"resign": 0, "timeout": 2, "time-tie": 3}[ending]
    return [show_action(End(reason, actor), rules)]


ENDINGS = ("resign", "timeout", "time-tie", "draw", "unfinished", "refused", "reserved", "over", "tribun", "offers")


def _matches(rules: Rules) -> Iterator[Case]:
    for number in range(61):
        dice = Dice(f"tribun replay {number}")
        ending = ENDINGS[number % len(ENDINGS)]
        start = mix(dice, rules) if number % 3 == 2 else standard_start(dice.below(2))
        words = _turns(dice, start, rules, dice.pick((4, 9, 16, 25)))
        words, how = _finish(dice, start, words, rules, ending)
        yield _case(how, f"{len(words)} words, {how.replace('-', ' ')}", start, words, rules)
    yield _case("empty", "no words", standard_start(), [], rules)


def _finish(dice: Dice, start: Position, words: Words, rules: Rules, ending: str) -> tuple[Words, str]:
    """A match brought to its end, and what end that is."""
    position = _after(start, words, rules)
    if ending == "tribun":
        return _hunt(dice, start, words, rules)
    if ending == "refused":
        bad = _refused_word(dice, position, rules)
        return words + bad + _turns(dice, position, rules, 3), "refused"
    if ending == "reserved":
        return [*words, 0xC0000000 | dice.below(1 << 28), *words[:2]], "unreadable"
    if ending == "over":
        return words + _last_words(dice, position, rules, "resign") + words[:1], "after-the-end"
    if ending == "offers":
        return words + _talk(dice, position, rules), "draw-talk"
    return (
        (words, "unfinished")
        if ending == "unfinished"
        else (words + _last_words(dice, position, rules, ending), ending)
    )


def _refused_word(dice: Dice, position: Position, rules: Rules) -> Words:
    """A word that is all but legal."""
    for word in dice.shuffle(legal(position, rules)):
        for near in dice.shuffle(list(words_near(dice, position, word, rules))):
            try:
                apply(position, near, rules)
            except Refused:
                return [near]
    return []


def _hunt(dice: Dice, start: Position, words: Words, rules: Rules) -> tuple[Words, str]:
    """Turns until somebody attacks the tribun; the first chance is taken."""
    words, position = list(words), _after(start, words, rules)
    for _ in range(80):
        hits = [word for word in legal(position, rules) if word >> 28 == WINS]
        word = dice.pick(hits) if hits else a_turn(dice, position, rules)
        if word is None:
            break
        words.append(word)
        if hits:
            return words, "tribun"
        position = apply(position, word, rules)
    return words, "unfinished"


# A turn that is refused, in the middle


def _refused_matches(rules: Rules) -> Iterator[Case]:
    """For each clause that refuses a turn alone: a turn before it, the refused word, and turns that would apply."""
    for opcode in STREAMS:
        dice, seen = Dice(f"tribun replay-refused {opcode}"), Counter[str]()
        for position, word, applies in turns_to_cover(opcode):
            cause = outcome(position, word, rules)
            if applies or len(cause) != 1 or seen[cause[0]] >= REFUSED_REPLAYS:
                continue
            start, first = _one_before(dice, position, word, cause, rules)
            after = _after(start, first, rules)
            seen[cause[0]] += 1
            why = f"{len(first)} turns, then {opcode} refused"
            yield _case("refused", why, start, [*first, word, *_turns(dice, after, rules, 2)], rules)


def _one_before(
    dice: Dice, position: Position, word: int, cause: tuple[str, ...], rules: Rules
) -> tuple[Position, Words]:
    """The position with the other side to move, and a turn after which the word is refused as before; or as it is."""
    earlier = Position(position.board, 1 - position.turn)
    for turn in dice.some(legal(earlier, rules), 12):
        if turn >> 28 != WINS and outcome(apply(earlier, turn, rules), word, rules) == cause:
            return earlier, [turn]
    return position, []


# What cannot be replayed


def _malformed_matches(rules: Rules) -> Iterator[Case]:
    for number in range(4):
        dice = Dice(f"tribun replay-malformed {number}")
        position = mix(dice, rules)
        words = _turns(dice, position, rules, 3 + number)
        good: dict[str, Any] = {"snapshot": snapshot(position, rules, dice.below(2)), "actions": pack_words(words)}
        for actions in _bad_lists(good["actions"]):
            yield Case(
                "replay-list", "a packed list that is not whole words", {**good, "actions": actions}, ("malformed",)
            )
        for why, bad in _bad_snapshots(good["snapshot"], rules):
            yield Case("replay-snapshot", why, {**good, "snapshot": bad}, ("malformed",))


def _bad_lists(actions: str) -> list[Any]:
    raw = base64.b64decode(actions)
    cut = [base64.b64encode(part).decode() for part in (raw[:-1], raw[:-2], raw[:-3], raw + b"\0", raw[:1])]
    return [
        *cut,
        actions[:-1],
        actions + "=",
        actions + "A",
        " " + actions,
        actions[:4] + "\n" + actions[4:],
        "*" + actions[1:],
    ]


def _bad_snapshots(good: dict[str, Any], rules: Rules) -> Iterator[tuple[str, Any]]:
    for name in good:
        yield f"without {name}", {key: value for key, value in good.items() if key != name}
    yield "a field too many", {**good, "status": "active"}
    if not rules.fact("decline"):
        yield "a block, in an edition without one", {**good, "drawBlocked": None}
    for name in ("turn", "startingPlayer"):
        yield from ((f"{name} {wrong!r}", {**good, name: wrong}) for wrong in ("red", "", "Black"))
    yield "an offer by nobody known", {**good, "drawOfferBy": "none"}
    yield "a board that is cut off", {**good, "board": good["board"][:-8]}
    for clocks in ({"black": 1, "white": 1}, {"black": 1, "white": 1, "game": 0, "more": 1}):
        yield "clocks that are not three", {**good, "clocks": clocks}
    for name in good["clocks"]:
        yield from (
            (f"clock {name} {wrong!r}", {**good, "clocks": {**good["clocks"], name: wrong}}) for wrong in (-1, 0.5, "1")
        )
    for name in ("initial", "maxGame"):
        yield from (
            (f"{name} {wrong!r}", {**good, "timeControl": {**good["timeControl"], name: wrong}}) for wrong in (-1, "1")
        )
