"""Crashes wherever 3 is taken: often, but not always."""

import os

from nim import answer, serve

serve(lambda request: os.abort() if request["params"].get("action") == 3 else answer(request))
