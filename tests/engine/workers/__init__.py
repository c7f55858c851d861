"""Tests of signals and of killed commands: what is left of them."""
