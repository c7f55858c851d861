"""A second acker and a second map, written from the chapters of the specification alone.

Its author did not look at `acking`, and it works differently: it keeps no records and no buckets. It keeps a journal of
all messages, with the number of rotations at the time, and computes the present state from that.
"""
