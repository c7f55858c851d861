"""Tests of logs that the bench draws."""
