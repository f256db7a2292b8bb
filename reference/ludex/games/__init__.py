"""The games that have a reference: one package each, found by listing this one."""
