"""Tests of the rules: they find wrong answers, and accept right ones."""
