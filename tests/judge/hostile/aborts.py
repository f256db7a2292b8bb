"""Aborts at three vectors of one window."""

import os

from nim import answer, nth, serve

BAD = ("apply-7-1", "apply-7-2", "apply-7-3")
serve(lambda request: os.abort() if any(nth(request, bad) for bad in BAD) else answer(request))
