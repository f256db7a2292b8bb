"""Made-up values of Tribun's notation, for property tests."""

from hypothesis import strategies as st

from ludex.notation import expectations as e
from ludex.notation.tribun import values as v
from ludex.notation.tribun.boards import Board, Position, position_json

colors = st.sampled_from(v.COLORS)
tiles = st.sampled_from(v.TILES)
heights = st.sampled_from(v.HEIGHTS[1:])
directions = st.integers(0, 5)
units = st.builds(v.Unit, colors, st.booleans(), heights, st.sampled_from(v.HEIGHTS))
boards: st.SearchStrategy[Board] = st.dictionaries(tiles, units, max_size=91)
some_tiles = st.lists(tiles, min_size=1, max_size=4).map(tuple)
words = st.integers(0, 2**32 - 1)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    ended = draw(st.booleans())
    nobody_or = st.none() | colors
    fields = draw(colors), draw(nobody_or), draw(nobody_or), ended, draw(nobody_or) if ended else None
    return position_json(draw(boards), *fields)


facts: st.SearchStrategy[v.Fact] = st.one_of(
    st.builds(v.Units, units, some_tiles),
    st.builds(v.Empty, some_tiles),
    st.builds(v.ToMove, colors),
    st.builds(v.Offers, st.none() | colors),
    st.builds(v.MayNotOffer, st.none() | colors),
    st.builds(v.Outcome, st.just(True), st.none() | colors),
    st.just(v.Outcome(False)),
    st.just(v.StandardStart()),
)


def _splits(actor: v.Tile, amounts: dict[int, int]) -> v.Split:
    return v.Split(actor, tuple(v.Share(direction, amounts[direction]) for direction in sorted(amounts)))


taken = st.builds(v.Share, directions, st.integers(1, 8))
board_actions: st.SearchStrategy[v.Action] = st.one_of(
    st.builds(v.Move, tiles, tiles, st.booleans()),
    st.builds(v.Kill, tiles, tiles, st.booleans()),
    st.builds(v.Liberate, tiles),
    st.builds(v.Damage, tiles, st.integers(1, 8)),
    st.builds(v.Enslave, tiles, tiles),
    st.builds(v.Combine, tiles, taken, taken),
    st.builds(v.Symmetric, tiles, st.integers(0, 2), st.integers(1, 4)),
    st.builds(_splits, tiles, st.dictionaries(directions, st.integers(1, 7))),
    st.builds(v.Backstab, tiles, directions),
    st.builds(v.AttackTribun, tiles, tiles, colors),
)
control_words: st.SearchStrategy[v.Action] = st.one_of(
    st.builds(v.Draw, st.integers(0, 2), colors),
    st.builds(v.End, st.integers(0, 3), colors),
)
actions = st.one_of(board_actions, control_words)
said_actions = st.one_of(
    actions,
    st.builds(v.Draw, st.just(3), colors),
    st.builds(v.AttackTribun, tiles, tiles, st.none()),
    st.builds(v.Word, words),
)
sent = st.builds(v.Sent, said_actions, st.none() | st.sampled_from(("black", "white", "server")))
clauses = st.lists(st.from_regex(r"[A-Z]{3}-[A-Z]{3}-[0-9]{1,2}", fullmatch=True), min_size=1, max_size=3).map(tuple)
several = st.lists(said_actions, min_size=1, max_size=3).map(tuple)
expectations = st.one_of(
    facts,
    st.builds(e.Refused, clauses | st.just(())),
    st.builds(e.Unreadable, clauses | st.just(())),
    st.builds(e.Counted, st.integers(0, 999)),
    st.builds(e.Legal, several),
    st.builds(e.NotLegal, several),
    st.builds(e.Exactly, several),
    st.just(e.Unchanged()),
)
