"""Tests of the targets on Spark."""
