"""Says hello and then nothing."""

import json
import sys
import time

from nim import answer, say

say(answer(json.loads(sys.stdin.readline())))
time.sleep(1000)
