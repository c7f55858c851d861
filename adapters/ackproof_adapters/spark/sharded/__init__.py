"""A sharded log tracked by Spark tasks that read the files themselves, and one written from a DataFrame."""
