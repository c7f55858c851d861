"""Messages between Spark's rows and Python: packed into parcels, checked, and notifications unpacked again."""
