"""Ackers and engines that need more than Python's standard library: PySpark here, and more to come."""
