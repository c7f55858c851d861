"""`track`: a log as a DataFrame, tracked from its beginning to its end."""
