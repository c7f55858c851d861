"""Targets to try the suite on, and to start from: see the docs, "Your own acker". Each says whether it is right."""
