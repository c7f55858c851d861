"""Tests of the topology, and of what it refuses."""
