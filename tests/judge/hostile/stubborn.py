"""Ignores SIGTERM, and does not end after shutdown."""

import signal
import time

from nim import serve

signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve()
time.sleep(1000)
