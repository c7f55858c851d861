"""Tests of violations that are known."""
