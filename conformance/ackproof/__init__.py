"""ackproof: says, with evidence, whether an implementation of Storm-style tuple acking is right."""

__version__ = "0.1.0"
