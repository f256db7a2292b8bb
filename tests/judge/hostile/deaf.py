"""Closes its input after the hello and lives on."""

import json
import os
import sys
import time

from nim import answer, say

hello = answer(json.loads(sys.stdin.readline()))
os.close(0)
say(hello)
time.sleep(1000)
