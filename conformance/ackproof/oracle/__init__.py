"""What is true of a workload, by itself: lives of records, ages of entries, ledgers of trees, emissions that are
waited for.

Rules are stated over this and over nothing else. It never asks the reference; a test sees to that.
"""
