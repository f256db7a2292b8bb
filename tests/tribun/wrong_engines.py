"""Wrong Tribun engines: the reference with one slip each, of at most three lines, that a good programmer makes."""

from __future__ import annotations

from tests.wrong_engines import Slip

SLIPS = (
    Slip(
        "the height-8 jump goes over enemies, not over friends",
        "patterns.py",
        "if not board[over] or UNITS[board[over]].color == color)",
        "if not board[over] or UNITS[board[over]].color != color)",
        "TRB-PAT-8",
        rare=False,
    ),
    Slip(
        "legal: a tribun may give a part of itself",
        "composing.py",
        "    if unit.tribun:\n        return (unit.p,)\n    return tuple(",
        "    return tuple(",
        "TRB-COM-6",
    ),
    Slip(
        "apply: a split whose origin is left to a freed slave counts that tile",
        "composing.py",
        "    return enough_tiles_after(len(_given(q.action)), left, slave, q.rules)\n",
        "    return len(_given(q.action)) + (left > 0 or slave > 0) >= 2\n",
        "TRB-SPL-8",
    ),
    Slip(
        "an offer does not lift the other side's block",
        "ends.py",
        "    return replace(unblocked(position), draw_offer_by=actor)\n",
        "    return replace(position, draw_offer_by=actor)\n",
        "TRB-DRW-9",
        "2026-04",
    ),
    Slip(
        "an enslaver takes its own slave along to nowhere",
        "attacks.py",
        "    return put(put(board, action.mover, left_behind(mover, mover.p)), action.target, stack)\n",
        "    return put(put(board, action.mover, plain(0, 0, 0)), action.target, stack)\n",
        "TRB-ENS-9",
        rare=False,
    ),
    Slip(
        "a slave of height 1 attacks as its unit would",
        "patterns.py",
        "    return AIM[_slave_height(unit)](board, cid, _slave_color(unit, rules), rules)\n",
        "    return AIM[_slave_height(unit)](board, cid, unit.color, rules)\n",
        "TRB-PAT-10",
    ),
    Slip(
        "legal: the mover counts with its better part, whichever is named",
        "attacks.py",
        "            if full_strength(band, mover, moving) >= UNITS[board[target]].p:\n",
        "            if full_strength(band, mover, max(strengths.values())) >= UNITS[board[target]].p:\n",
        "TRB-KIL-6",
    ),
    Slip(
        "apply: only the first donor has to hold its slave",
        "composing.py",
        "    lefts = [(left_of(unit, amount), unit.s) for unit, amount in _donors(q)]\n",
        "    lefts = [(left_of(unit, amount), unit.s) for unit, amount in _donors(q)][:1]\n",
        "TRB-COM-9",
    ),
    Slip(
        "exactly zero main time loses",
        "clock.py",
        "    return spent < loses_at(clock, control)\n",
        "    return spent < loses_at(clock, control) - 1\n",
        "TRB-CLK-3",
    ),
    Slip(
        "the backstabbed slave goes free",
        "composing.py",
        "    return put(put(board, action.actor, EMPTY), tile, primary_of(unit))\n",
        "    return put(put(board, action.actor, left_behind(unit, unit.p)), tile, primary_of(unit))\n",
        "TRB-BKS-4",
        rare=False,
    ),
    Slip(
        "three donors of the second configuration may give only 1",
        "composing.py",
        "    return {1} if config == 0 else {1, 2}\n",
        "    return {1, 2} if config == 1 else {1}\n",
        "TRB-SYM-6",
    ),
    Slip(
        "after a word is refused a replay skips it and goes on",
        "replay.py",
        "            refusal, words = refused, given_up(words)\n",
        "            refusal = refused\n",
        "TRB-RPL-3",
    ),
    Slip(
        "what damage leaves must be more than half of the slave",
        "attacks.py",
        "            if amount < unit.p and holds_slave(unit.p - amount, unit.s):\n",
        "            if amount < unit.p and (unit.s == 0 or 2 * (unit.p - amount) > unit.s):\n",
        "TRB-DMG-3",
    ),
)
