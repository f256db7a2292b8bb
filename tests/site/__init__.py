"""The site of the rulebooks."""
