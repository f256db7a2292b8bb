"""Plays rightly, but leaves a process behind that has left its session."""

import subprocess
import sys

from nim import serve

LEFT = "import os, time\nif os.fork(): os._exit(0)\ntime.sleep(300)"
nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
subprocess.run([sys.executable, "-c", LEFT], start_new_session=True, **nowhere)
serve()
