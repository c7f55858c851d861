"""A second acker and a second map, written from the chapters of the specification alone.

Nothing of `acking` was looked at for it, and it goes about things in another way: it keeps no records and no buckets.
It keeps a journal of what it was told, with the number of rotations at the time, and works out from that what is so
now.
"""
