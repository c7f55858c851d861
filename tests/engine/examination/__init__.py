"""Tests of verdicts: cuts, limits of size, violations that do not happen again, witnesses."""
