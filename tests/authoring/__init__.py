"""What authors are helped by."""
