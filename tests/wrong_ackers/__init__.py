"""Ackers that differ from a right one in one thing each, as targets: what the rules have to find."""
