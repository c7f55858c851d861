"""Bolt libraries of other projects, and the example of one, behind the suite's parent."""
