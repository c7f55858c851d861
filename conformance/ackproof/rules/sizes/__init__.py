"""Rules of size: what the other rules require holds at every size that real systems see. One module for each component
but two: ML-17 is in `rules.multilang`, and there is no rule of size for ids.
"""
