"""What a verdict may say: the kinds of error that are true of an action, and those that are moot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.games.tactics.actions import read_action
from ludex.games.tactics.kinds import kinds_of, settled_message
from ludex.games.tactics.play import judged
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import read_position, with_spent
from ludex.rules import Rules


def verdict(fields: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """The ValidationResult of the reference, and beside it the kinds that could not be asked."""
    position = with_spent(read_position(fields["position"], rules), fields.get("spent"))
    question = Question(position, read_action(fields["action"], rules), rules)
    found = judged(question)
    message = None if found.valid else settled_message(question.action, found.broken, rules)
    return {
        "isValid": found.valid,
        "errorMessage": message,
        "kinds": list(kinds_of(found.broken)),
        "moot": list(kinds_of(found.moot)),
    }
