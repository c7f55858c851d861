"""How contestants get a log: on disk, in memory, or by operations; and whether what they said is right."""
