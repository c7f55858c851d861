"""Tests of the examples in other languages: each is certified, and mistakes in them are found."""
