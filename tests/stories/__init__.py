"""Tests of violations told to people."""
