"""Tests of `ackproof.vectors`, and of the programs that read them."""
