"""Mutants of engines that are not ours: slips in their source, in whatever language, and whether the vectors notice."""
