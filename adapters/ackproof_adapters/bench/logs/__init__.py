"""Logs for the bench: drawn by patterns, with what is expected of an acker known beforehand."""
