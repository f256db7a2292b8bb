"""The wire protocol: messages, their schema, and the loop that makes the reference one more engine."""
