"""Says hello and exits."""

import json
import sys

from nim import answer, say

say(answer(json.loads(sys.stdin.readline())))
