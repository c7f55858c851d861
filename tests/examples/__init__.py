"""Tests of the examples in other languages: each is certified, and each with a mistake in it is found."""
