"""Tests of operations and results."""
