"""Tests of a log in Parquet that Python workers read directly."""
