"""Tests of the ground truth, on written-out workloads."""
