"""Tests of witnesses that are replayed."""
