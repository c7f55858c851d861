"""Tests of what crosses a pipe or lies in a file."""
