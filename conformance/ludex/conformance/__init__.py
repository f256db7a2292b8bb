"""The judge under pytest: `pytest --pyargs ludex.conformance --ludex-game G --ludex-engine "COMMAND"`.

One item for each file of vectors and clause group; a vector belongs to each group that one of its clauses does.
"""
