"""Tools of this repository, which are not in the wheel: pages made from certificates and benches, and comparisons.

Run them from the root of the checkout, as `python -m tools.NAME`.
"""
