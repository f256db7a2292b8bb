"""Crashes at each question."""

import os

from nim import serve

serve(lambda _: os.abort())
