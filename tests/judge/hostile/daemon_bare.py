"""Plays rightly, but leaves a process behind that has left its session, its parents and its environment."""

import os
import subprocess
import sys

from nim import serve

LEFT = "import os, time\nif os.fork(): os._exit(0)\nprint(os.getpid(), flush=True)\nos.close(1)\ntime.sleep(300)"
left = subprocess.run([sys.executable, "-c", LEFT], start_new_session=True, env={}, stdout=subprocess.PIPE, text=True)
with open(os.path.join(os.environ["LUDEX_TRIAL"], "pids"), "a") as pids:
    pids.write(left.stdout)
serve()
