"""What is tested, both ways: the vectors and scenarios that decide by a clause, and the clauses of each vector."""
