"""The rulebooks as pages: clauses with boards, tests, functions and changes, and a search that needs no server."""
