"""Tools of this repository, which no wheel has: pages made of certificates and benches, and comparisons.

Each is run from the root of the checkout, as `python -m tools.NAME`.
"""
