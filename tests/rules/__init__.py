"""Tests of the rules: that they find what is wrong, and let pass what is right."""
