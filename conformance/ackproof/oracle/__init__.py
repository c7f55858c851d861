"""The ground truth of a workload: lives of records, ages of entries, ledgers of trees, pending emissions.

Rules are stated over this alone. Nothing here uses the reference; a test checks that.
"""
