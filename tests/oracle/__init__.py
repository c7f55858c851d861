"""Tests of the ground truth, on workloads that are written out."""
