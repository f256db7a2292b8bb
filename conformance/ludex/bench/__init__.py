"""How fast the judge is, beside the bare limit of the same bytes in the same run."""
