"""Declares that at most three may be taken, and nothing else."""

import nim

nim.HELLO["games"]["nim"]["editions"] = {"one": {"readings": {"max": ["three"]}}}
nim.serve()
