"""Fault injection, part by part, to find the next bug in the program: see `run`."""
