"""What the tools ask of the race to ten beside its rules, its notation and its suite."""
