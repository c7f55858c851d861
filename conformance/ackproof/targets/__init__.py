"""Targets that ship with the suite, the helper that makes a target of a Python class, and how targets are found."""
