"""Reports of a run: its results as a file, one summary of them, and a way to lay it out for each kind of reader."""
