"""Ackers that are no Storm and that nobody here wrote, each a package that its owners publish."""
