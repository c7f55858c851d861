"""Targets that ship with the suite, helpers that make a target from a Python class, and targets in processes."""
