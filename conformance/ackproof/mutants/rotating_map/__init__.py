"""Mutants of the RotatingMap.

| module | what is wrong |
|---|---|
| `operations` | what a put, a get, a remove, a rotation or a count does, even with few keys |
| `tables` | tables, counters and buffers that lose something beyond some size |
"""
