"""Violations told to people: what was delivered, what was said, and where it went wrong."""
