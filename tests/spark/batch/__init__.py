"""Tests of logs in a DataFrame."""
