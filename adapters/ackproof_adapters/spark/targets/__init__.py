"""The Spark ackers behind the interface of the suite."""
