"""A log in Parquet that Python workers read by themselves: `source`, `reading`, `notifications`, and `tracking`."""
