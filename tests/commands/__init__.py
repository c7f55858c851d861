"""Tests of the command line: its errors for bad input, its exit codes, and its streams."""
