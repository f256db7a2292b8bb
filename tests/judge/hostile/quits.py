"""Exits as if all were well, at one vector."""

import sys

from nim import answer, nth, serve

serve(lambda request: sys.exit(0) if nth(request, "apply-7-2") else answer(request))
