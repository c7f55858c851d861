"""Tests of how contestants get a log."""
