"""Ackers and engines that need more than Python's standard library: PySpark, numba, and Apache Storm."""
