"""Made-up values of the notation of Minions, for property tests."""

import json
from collections import Counter
from typing import Any

from hypothesis import strategies as st

from ludex.notation import expectations as e
from ludex.notation.minions import actions as a
from ludex.notation.minions import facts as f
from ludex.notation.minions import table
from ludex.notation.minions.boards import FLAGS, HEXES, SIDES, STATES, WrittenBoard, WrittenUnit, line_of
from ludex.notation.minions.judging import OPERATIONS, Asked, Reaches
from ludex.notation.minions.sentences import SENTENCES
from ludex.notation.written import json_text

assert SENTENCES.lark.rules  # built here, lest the first example of a property be blamed for it

sides = st.sampled_from(SIDES)
hexes = st.sampled_from(HEXES)
some_hexes = st.lists(hexes, min_size=1, max_size=3).map(tuple)
kinds = st.sampled_from(sorted(table.LETTERS))
advanced = st.sampled_from(table.ADVANCED)
cards = st.sampled_from([table.kind_of(letter) for letter in table.CARDS])
numbers = st.integers(0, 10**18 - 1)
small = st.integers(0, 9)
board_numbers = st.integers(1, 99)
somewhere = st.none() | board_numbers
texts = st.text(max_size=6, alphabet=st.characters(exclude_categories=["Cs"]))
odd_texts = texts | st.sampled_from(['"', "\\", "--", "a,b", "{", "n|I|i|||0/0", "\n", "é", "0/0/0"])
map_texts = st.sampled_from(sorted(table.MAPS)) | odd_texts

letters = st.none() | st.sampled_from([*table.BY_LETTER, "N"]).flatmap(
    lambda letter: st.sampled_from([letter, letter.lower()])
)

# Values

marks = st.builds(f.SaidMarks, st.none() | small, st.none() | small, st.none() | small, st.none() | st.just(True))
single_marks = st.one_of(
    small.map(lambda number: f.SaidMarks(damage=number)),
    small.map(lambda number: f.SaidMarks(moved=number)),
    small.map(lambda number: f.SaidMarks(attacked=number)),
    st.booleans().map(lambda there: f.SaidMarks(spawned=there)),
)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | odd_texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_texts, inner, max_size=2),
    max_leaves=4,
)
objects = st.dictionaries(odd_texts, json_values, max_size=3).map(json_text)
fields = st.sampled_from(
    ("boards", "maps", "side", "money", "owed", "points", "tech", "spells", "entered", "status", "winner")
)
laid = st.builds(f.Laid, somewhere, st.none() | map_texts, st.none() | st.sampled_from(sorted(STATES))).filter(
    lambda fact: fact.state is not None or (fact.map is not None and "|" not in fact.map)
)
lines = st.builds(f.Line, somewhere, map_texts, odd_texts) | st.builds(
    f.Line, somewhere, st.none(), odd_texts.map(lambda text: f"{text}|")
)
facts: st.SearchStrategy[f.Fact] = st.one_of(
    st.builds(f.StandardStart, st.lists(map_texts, min_size=1, max_size=3).map(tuple)),
    laid,
    lines,
    st.builds(f.State, st.sampled_from(sorted(STATES)), somewhere),
    st.builds(f.Flag, st.sampled_from(FLAGS), st.booleans(), somewhere),
    st.builds(f.Units, sides, kinds, some_hexes, marks, somewhere),
    st.builds(f.Rank, small, st.lists(letters, min_size=10, max_size=10).map(tuple), somewhere),
    st.builds(f.Marked, hexes, single_marks, somewhere),
    st.builds(f.Empty, some_hexes, somewhere),
    st.builds(f.Zone, sides, st.lists(st.tuples(kinds, st.integers(1, 30)), max_size=3).map(tuple), somewhere),
    st.builds(f.Used, sides, st.lists(advanced, max_size=3, unique=True).map(tuple), somewhere),
    st.builds(f.ToMove, sides),
    st.builds(f.Amount, sides, st.sampled_from(f.AMOUNTS), numbers),
    st.builds(f.Cards, st.lists(st.sampled_from(table.CARDS), unique=True, max_size=22).map("".join)),
    st.builds(f.Tech, sides, st.sampled_from(f.SIGNS), st.lists(cards, min_size=1, max_size=3).map(tuple)),
    st.builds(f.Entered, st.lists(board_numbers, max_size=3).map(tuple)),
    st.builds(f.Outcome, st.none() | sides),
    st.builds(f.Whole, objects),
    st.builds(f.With, objects),
    st.builds(f.Without, fields),
)
pairs = st.lists(st.tuples(hexes, hexes), min_size=1, max_size=4).map(tuple)
singles: st.SearchStrategy[a.Single] = st.one_of(
    st.builds(a.Move, pairs, board_numbers),
    st.builds(a.Attack, pairs, board_numbers),
    st.builds(a.Buy, kinds, board_numbers),
    st.builds(a.Spawn, kinds, hexes, board_numbers),
    st.builds(a.Choose, kinds, st.none() | kinds, board_numbers),
    st.builds(a.Resign, board_numbers),
    st.just(a.BuySpell()),
    st.just(a.March()),
    st.builds(a.TechCard, kinds),
    st.just(a.EndTurn()),
)
actions: st.SearchStrategy[a.Action] = st.one_of(
    singles, st.builds(a.Turn, st.lists(singles, max_size=3).map(tuple)), st.builds(a.Raw, objects)
)
sent = st.builds(a.Sent, actions)
clauses = st.lists(st.from_regex(r"[A-Z]{3}-[A-Z]{3}-[0-9]{1,2}", fullmatch=True), max_size=3).map(tuple)
several = st.lists(actions, min_size=1, max_size=3).map(tuple)
refusals = st.builds(e.ExpectRefused, clauses) | st.builds(e.ExpectUnreadable, clauses)
operations = st.sampled_from(OPERATIONS)
own: st.SearchStrategy[e.GameExpectation] = st.one_of(
    st.builds(Reaches, hexes, some_hexes, st.sampled_from(("all", "exactly", "none")), somewhere),
    st.builds(Asked, operations, objects, objects),
    st.builds(Asked, operations, objects, st.none(), refusals),
)
expectations = st.one_of(
    facts,
    own,
    refusals,
    st.builds(e.Counted, st.integers(0, 999)),
    st.builds(e.Legal, several),
    st.builds(e.NotLegal, several),
    st.builds(e.Exactly, several),
    st.just(e.Unchanged()),
)

# What goes over the wire

units = st.builds(WrittenUnit, sides, kinds, small, small, small, st.booleans())
zones = st.dictionaries(kinds, st.integers(1, 4), max_size=4).map(Counter)
boards = st.builds(
    WrittenBoard,
    st.sampled_from(sorted(STATES)),
    st.dictionaries(hexes, units, max_size=12),
    st.fixed_dictionaries(dict.fromkeys(SIDES, zones)),
    st.sets(st.sampled_from(FLAGS)),
    st.fixed_dictionaries(dict.fromkeys(SIDES, st.sets(advanced, max_size=3))),
)
board_lines = boards.map(line_of)
amounts = st.fixed_dictionaries(dict.fromkeys(SIDES, st.integers(0, 99)))


@st.composite
def proper_positions(draw: st.DrawFn, of_lines: st.SearchStrategy[str] = board_lines) -> dict[str, Any]:
    """Positions of the right form, whether or not they can come up."""
    number = draw(st.integers(1, 3))
    dealt = draw(st.just(table.CARDS) | st.permutations(table.CARDS[:6]).map("".join))
    signs = st.text(f.SIGNS, min_size=len(dealt), max_size=len(dealt))
    winner = draw(st.none() | sides)
    return {
        "boards": draw(st.lists(of_lines, min_size=number, max_size=number)),
        "maps": draw(st.lists(map_texts, min_size=number, max_size=number)),
        "side": draw(sides),
        "money": draw(amounts),
        "owed": draw(amounts),
        "points": draw(amounts),
        "tech": {"cards": dealt, "yellow": draw(signs), "blue": draw(signs)},
        "spells": {side: {"free": draw(small), "bought": draw(small)} for side in SIDES},
        "entered": draw(st.lists(st.integers(0, number - 1), unique=True, max_size=3)),
        "status": "ended" if winner else "active",
        "winner": winner,
    }


odd_positions = st.builds(
    lambda position, name, value: {**position, name: value}, proper_positions(), fields | odd_texts, json_values
) | st.builds(
    lambda position, name: {key: position[key] for key in position if key != name},
    proper_positions(board_lines | odd_texts),
    fields,
)
positions = proper_positions() | odd_positions
wire_pairs = pairs.map(lambda listed: [list(pair) for pair in listed])
wire_actions = st.one_of(
    st.fixed_dictionaries({"kind": st.just("move"), "board": small, "moves": wire_pairs}),
    st.fixed_dictionaries({"kind": st.just("attack"), "board": st.integers(-1, 99), "attacks": wire_pairs}),
    st.fixed_dictionaries({"kind": st.just("buy"), "board": small, "unit": kinds | odd_texts}),
    st.fixed_dictionaries({"kind": st.just("spawn"), "board": small, "unit": kinds, "to": hexes | odd_texts}),
    st.fixed_dictionaries({"kind": st.just("choose"), "board": small, "necromancer": kinds, "keep": st.none() | kinds}),
    st.fixed_dictionaries({"kind": st.sampled_from(("march", "buy-spell", "end-turn", "resign", "turn", "", 3))}),
    st.fixed_dictionaries({"kind": st.just("resign"), "board": small | json_values}),
    st.fixed_dictionaries({"kind": st.just("tech"), "card": kinds}),
    st.dictionaries(odd_texts, json_values, max_size=3),
)
all_wire_actions = wire_actions | st.fixed_dictionaries(
    {"kind": st.just("turn"), "actions": st.lists(wire_actions, max_size=3)}
)


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON, so that true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
