"""Helpers for tests of several rooms: the command line, written-out workloads, verdicts, bad targets."""
