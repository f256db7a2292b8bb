"""What the tools ask of Minions beside its rules, its notation and its suite."""
