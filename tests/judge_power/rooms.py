"""Which folders are mutated, and which tests are their judge: the one place to change when a folder is renamed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = "conformance/ludex"
ROOMS = ("judge", "runner", "protocol", "report", "cli")
# Whole folders or single files; which of their tests judge a mutant is found by running each once.
TESTS = (
    "tests/judge",
    "tests/reports",
    "tests/authoring",
    "tests/rulediff",
    "tests/editor/test_server.py",
    "tests/fuzz",
    "tests/kits/test_command.py",
    "tests/minions/test_hostile_input.py",
    "tests/minions_vectors/test_played_by_the_runner.py",
    "tests/mutation/engines/test_engines.py",
    "tests/mutation/test_core.py",
    "tests/mutation/test_coverage_command.py",
    "tests/mutation/test_matrix.py",
    "tests/mutation/test_power_command.py",
    "tests/rules/test_answering.py",
    "tests/scenarios/test_accept.py",
    "tests/scenarios/test_command.py",
    "tests/scenarios/test_desk.py",
    "tests/scenarios/test_formatting.py",
    "tests/scenarios/test_includes.py",
    "tests/scenarios/test_odd_files.py",
    "tests/scenarios/test_selecting.py",
    "tests/site",
    "tests/tactics_vectors/test_played_by_the_runner.py",
    "tests/tactics_vectors/test_verdicts_are_judged.py",
    "tests/test_check_command.py",
    "tests/test_commands_played.py",
    "tests/test_commands_that_write.py",
    "tests/test_engine_command.py",
    "tests/test_front_door.py",
    "tests/test_options.py",
    "tests/test_output.py",
    "tests/test_readme.py",
    "tests/test_tables.py",
    "tests/vectors/test_command.py",
    "tests/vectors/test_exporting.py",
    "tests/vectors/test_making.py",
    "tests/vectors/test_numbers.py",
    "tests/vectors/test_schemas.py",
    "tests/vectors/test_spoiling.py",
)


def sources() -> Iterator[Path]:
    """Every file that is mutated, as it is called from the root."""
    for room in ROOMS:
        yield from sorted(path.relative_to(ROOT) for path in (ROOT / CODE / room).rglob("*.py"))
