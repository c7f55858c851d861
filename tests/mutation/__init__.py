"""Automatic mutation: small changes to our own code, each of which some test has to notice."""
