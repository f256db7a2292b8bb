"""What the tools ask of Tribun beside its rules, its notation and its suite."""
