"""Makes vectors: asks the reference each case of a suite under every reading that matters, and measures the rest."""
