"""Tests of the house itself: what may import what, and that text and code speak of the same rules."""
