"""Tests of the wire forms: protocol messages and files."""
