"""Bolt libraries that nobody here wrote, behind the parent of the suite: those of Storm, and pystorm."""
