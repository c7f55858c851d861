"""Tests of the exploration of all histories."""
