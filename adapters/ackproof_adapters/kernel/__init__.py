"""An acker over arrays: the rules of `acking.acker`, compiled, for logs of any length.

Its state is carried from batch to batch and follows the open roots, not the log. See `kernel`. Nothing is imported
here, so that `offer` can say that numba is missing.
"""
