"""Tests of tables, truncation and what is printed on a terminal."""
