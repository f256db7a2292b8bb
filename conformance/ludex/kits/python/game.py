"""Your engine of @GAME@: what it says of itself, and a function for each method that it answers."""

from __future__ import annotations

from collections.abc import Callable

from wire import Methods, Params, Result, unsupported


def not_written(method: str) -> Callable[[Params], Result]:
    """Stands in for a method: replace each by a function of your own."""

    def answer(_: Params) -> Result:
        return unsupported(f"{method} is not written yet")

    return answer


# params holds game, edition, readings (entry -> choice, for every entry of the register) and the fields of the method.
# Give back the result; `raise illegal()` or `raise unreadable()` (from wire) refuses.
METHODS: Methods = {name: not_written(name) for name in ["@METHODS@"]}

HELLO: Result = {
    "protocol": 1,
    "engine": {"name": "my-@GAME@-engine", "version": "0.1", "language": "Python"},
    # In each edition name the readings that you can follow, with every choice: {"readings": {"entry": ["choice"]}}.
    "games": {"@GAME@": {"editions": {"@EDITIONS@": {}}, "methods": list(METHODS)}},
}
