"""What the tools ask of Hexapawn beside its rules, its notation and its suite."""
