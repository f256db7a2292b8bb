"""The clock: what a turn costs, on integers of milliseconds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludex.rules import Rules, Unreadable, check, effect, require

LOSS, TIE = "timeout-player", "timeout-game-tie"


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: main time at the start, free time each turn, time added after it, and a limit of the match."""

    initial: int
    buffer: int
    increment: int
    max_game: int | None


@dataclass(frozen=True, slots=True)
class Clock:
    """A player's main time, the time that the match has taken so far, and how time ended it, if it did."""

    main: int
    game: int
    end: str | None = None


def _is_duration(value: object) -> bool:
    return type(value) is int and value >= 0


CONTROL_FIELDS = {"initial", "buffer", "increment", "maxGame"}


@check("TRB-CLK-1")
def are_whole_milliseconds(control: Any, times: Iterable[Any]) -> bool:
    """The values of a control and the times beside it are whole numbers of at least 0; ``maxGame`` may be null."""
    return _is_a_control(control) and all(_is_duration(time) for time in times)


def _is_a_control(data: Any) -> bool:
    return (
        isinstance(data, Mapping)
        and data.keys() == CONTROL_FIELDS
        and all(_is_duration(data[name]) for name in ("initial", "buffer", "increment"))
        and (data["maxGame"] is None or _is_duration(data["maxGame"]))
    )


def read_control(data: Any, times: Iterable[Any]) -> Control:
    """The time control that a JSON object shows, beside clocks or other times; raises Unreadable."""
    require(
        Unreadable,
        (are_whole_milliseconds,),
        data,
        times,
        detail=f"times are whole milliseconds, 0 or more, and a time control has {', '.join(sorted(CONTROL_FIELDS))}",
    )
    return Control(data["initial"], data["buffer"], data["increment"], data["maxGame"])


@check("TRB-CLK-3")
def keeps_time(clock: Clock, control: Control, spent: int) -> bool:
    """The main time does not fall below zero; exactly zero is enough."""
    return spent < loses_at(clock, control)


@check("TRB-CLK-5")
def stays_within_match(clock: Clock, control: Control, spent: int) -> bool:
    """The match stays below its limit; every millisecond of every turn counts."""
    return spent < ties_at(clock, control)


def loses_at(clock: Clock, control: Control) -> int:
    """The first millisecond of this turn at which the main time is below zero."""
    return control.buffer + clock.main + 1


def ties_at(clock: Clock, control: Control) -> float:
    """The millisecond of this turn at which the match reaches its limit."""
    # mechanical: no limit is never reached; TRB-CLK-5 and TRB-CLK-6 compare with it
    return math.inf if control.max_game is None else control.max_game - clock.game


@effect("TRB-CLK-2")
def charged(clock: Clock, control: Control, spent: int) -> Clock:
    """Time beyond the buffer is taken from the main time, all of it from the match."""
    return replace(clock, main=clock.main - max(0, spent - control.buffer), game=clock.game + spent)


@effect("TRB-CLK-4")
def incremented(clock: Clock, control: Control) -> Clock:
    """A completed turn adds the increment."""
    return replace(clock, main=clock.main + control.increment)


def after_turn(clock: Clock, control: Control, spent: int, rules: Rules) -> Clock:
    """The clock after a turn that took ``spent`` milliseconds."""
    # mechanical: joins the answers of TRB-CLK-3, TRB-CLK-5 and TRB-CLK-6, which decide
    charge = charged(clock, control, spent)
    if keeps_time(clock, control, spent) and stays_within_match(clock, control, spent):
        return incremented(charge, control)
    return replace(charge, end=LOSS if decides_as_loss(clock, control, rules) else TIE)


@check("TRB-CLK-6")
def decides_as_loss(clock: Clock, control: Control, rules: Rules) -> bool:
    """The limit that is reached first decides; in the same millisecond, the reading."""
    loss, tie = loses_at(clock, control), ties_at(clock, control)
    return loss < tie or (loss == tie and rules.reads("clock-both", "loss"))
