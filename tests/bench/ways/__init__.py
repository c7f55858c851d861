"""Tests of the ways in which contestants get a log."""
