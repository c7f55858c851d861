"""Tests of `ackproof.pages`."""
