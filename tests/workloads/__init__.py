"""Tests of the workloads: draws, ids and sizes."""
