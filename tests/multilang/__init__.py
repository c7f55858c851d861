"""Bolt libraries that nobody here wrote, and the example of one, behind the parent of the suite."""
