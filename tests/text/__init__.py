"""Tests of tables, truncation and output on a terminal."""
