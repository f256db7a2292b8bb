"""What a change of rules changes: two editions, two readings or two revisions are asked the same questions."""
