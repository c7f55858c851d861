"""Bolt libraries of Storm and pystorm, as children of the suite's parent process."""
