"""Asks an engine what no vector asks: draws questions, compares with the reference, and shrinks what differs."""
