"""Tests of the targets: topologies, parts of another target in them, and programs that speak the protocol."""
