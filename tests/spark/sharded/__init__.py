"""Tests of sharded logs that Spark writes and tracks."""
