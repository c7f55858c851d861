"""Tests of the topology, and of its refusals."""
