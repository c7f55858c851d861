"""Logs for the bench: drawn from patterns, with the notifications that they call for."""
