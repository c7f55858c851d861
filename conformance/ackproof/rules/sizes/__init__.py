"""Rules of size: what the other rules require holds at every size that real systems see. One module for
each component.
"""
