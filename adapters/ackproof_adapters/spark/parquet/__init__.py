"""A log in Parquet that Python workers read by themselves: `source`, `reading`, `said`, and `tracking`."""
