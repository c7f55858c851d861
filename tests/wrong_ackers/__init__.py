"""Ackers that differ from a right one in one thing each, as targets of tests; the mutants of the suite are others."""
