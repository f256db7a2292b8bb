"""The adapter: `python3 adapter.py` answers Ludex on stdin and stdout. Write your engine in game.py."""

from game import HELLO, METHODS
from wire import serve

if __name__ == "__main__":
    serve(HELLO, METHODS)
