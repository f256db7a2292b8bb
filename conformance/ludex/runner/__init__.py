"""Runs an engine: processes and connections, the queue of cases, the journal; whatever waits, reads or writes."""
