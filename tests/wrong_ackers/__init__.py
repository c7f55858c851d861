"""Ackers that differ from a right one in one thing each, as targets for tests, separate from the suite's mutants."""
