"""The pytest plugin: collects vectors where `--pyargs ludex.conformance` asks for them, and scenarios where pytest
comes across a file of them (`pytest spec/`); elsewhere it keeps quiet. `--ludex-no-scenarios` leaves the files alone.
"""

from pathlib import Path
from typing import Any

import pytest

from ludex.conformance.options import add_options

HERE = Path(__file__).parent
PACKAGE = "ludex.conformance"
PREFIX = f"{PACKAGE}::"
SUFFIX = ".ludex"
NOTHING = "ludex: nothing was judged, and nothing is not a pass"


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--ludex-engine"):
        config.pluginmanager.register(RunGuard(), "ludex-account")
    elif config.option.pyargs and any(arg.partition("::")[0] == PACKAGE for arg in config.args):
        raise pytest.UsageError(f'{PACKAGE}: no engine to judge; say --ludex-engine "COMMAND"')


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The folder of this package stands for the vectors."""
    if path != HERE or not parent.config.getoption("--ludex-engine"):
        return None
    from ludex.conformance.nodes import Vectors

    vectors: Vectors = Vectors.from_parent(parent, path=path)
    return vectors


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of scenarios, an item for each."""
    if file_path.suffix != SUFFIX or parent.config.getoption("--ludex-no-scenarios"):
        return None
    from ludex.conformance.scenarios import Scenarios

    scenarios: Scenarios = Scenarios.from_parent(parent, path=file_path)
    return scenarios


class RunGuard:
    """Sees to it that a run in which nothing was judged is not green, and says what is judged."""

    def __init__(self) -> None:
        self.seen = 0
        self.good = 0

    def pytest_report_header(self, config: pytest.Config) -> str:
        from ludex.where import version

        game = config.getoption("--ludex-game")
        return f"ludex {version()}: {game or 'the game'} · engine: {config.getoption('--ludex-engine')}"

    def pytest_runtest_logreport(self, report: Any) -> None:
        if not report.nodeid.startswith(PREFIX):
            return
        self.seen += report.when == "setup"
        self.good += report.when == "call" and (report.outcome == "passed" or hasattr(report, "wasxfail"))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        on_worker = hasattr(session.config, "workerinput")
        if self.seen and not self.good and exitstatus == pytest.ExitCode.OK and not on_worker:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.seen and not self.good:
            terminalreporter.write_line(NOTHING, red=True)
