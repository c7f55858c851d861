"""Mistreating the program on purpose, part by part, to find the next fault: see `run`."""
