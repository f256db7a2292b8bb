"""A fault on our side or in the command line: it ends a command with exit status 2 and says what to do."""


class Fault(Exception):  # noqa: N818 - reads as what it is: whose fault
    """What went wrong, in one sentence, and a remedy, in another."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n  {self.remedy}" if self.remedy else self.message
