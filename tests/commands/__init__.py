"""Tests of the command line: what it says of bad input, its exit codes, and its streams."""
