"""Tests of the repository: imports, and the agreement of text and code."""
