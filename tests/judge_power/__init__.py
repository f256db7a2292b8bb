"""Slips made on purpose in the code that judges, and whether its own tests notice."""
