"""Says in its hello twice what it offers."""

import json
import sys

from nim import answer, say

say(answer(json.loads(sys.stdin.readline())).replace('"methods":', '"methods": [], "methods":'))
sys.stdin.read()
