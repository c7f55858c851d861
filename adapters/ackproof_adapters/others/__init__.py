"""Ackers of other projects than Storm, each from a package that the project publishes."""
