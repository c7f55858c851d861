"""Ackers to try the suite on. They are wrong on purpose: see the docs, "Your own acker"."""
