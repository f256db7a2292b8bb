"""Crashes at one vector and then refuses to start again."""

import os
import sys
from pathlib import Path

from nim import answer, nth, serve

flag = Path(os.environ["LUDEX_TRIAL"]) / "ran"
if flag.exists():
    sys.exit("already ran")


def respond(request):
    if nth(request, "apply-7-2"):
        flag.touch()
        os.abort()
    return answer(request)


serve(respond)
