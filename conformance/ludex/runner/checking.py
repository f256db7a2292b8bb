"""The main job: judges an engine by an order, or two against each other."""

from ludex.crew import Crew
from ludex.runner.differential import Comparing
from ludex.runner.elsewhere import SessionElsewhere
from ludex.runner.interruption import interruptible
from ludex.runner.run import Order, Run, Watch
from ludex.runner.session import Session


def check(order: Order, watch: Watch | None = None, crew: Crew | None = None) -> Run:
    """Judges by an order, with a ``crew`` by engines of its workers. An interruption leaves a complete account."""
    if crew is not None:
        session: Session = SessionElsewhere(order, watch, crew)
    else:
        session = Comparing(order, watch) if order.against else Session(order, watch)
    with interruptible() as interruption:
        session.heed(interruption)
        try:
            return session.judge()
        except (Exception, KeyboardInterrupt) as error:
            if session.journal is not None and session.run.first_verdict is not None:
                where = f"what was judged is in the journal {session.journal.path}"
                error.add_note(f"{where}; the same command with --resume goes on from there")
            raise
