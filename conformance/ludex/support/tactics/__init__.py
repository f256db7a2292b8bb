"""What the tools ask of 5x5 Tactics beside its rules, its notation and its suite."""
