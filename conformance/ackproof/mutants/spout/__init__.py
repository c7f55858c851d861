"""Mutants of the spout's side.

| module | what is wrong |
|---|---|
| `pending` | what is pending, when it expires, and who is called back |
| `emissions` | what is sent when a spout task emits, and what is tracked of it |
| `tables` | tables, counters and buffers beyond some size, or where a message id or a root comes again |
"""
