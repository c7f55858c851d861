"""How contestants get a log: on disk, in memory, or as operations; and the check of their notifications."""
