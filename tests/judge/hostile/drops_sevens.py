"""Answers nothing about heaps of seven and seventeen, and all else."""

from nim import answer, nth, serve

serve(lambda request: "" if nth(request, "apply-7-") or nth(request, "apply-17-") else answer(request))
