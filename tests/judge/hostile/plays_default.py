"""Declares an edition and no reading of it."""

import nim

nim.HELLO["games"]["nim"]["editions"] = {"one": {}}
nim.serve()
