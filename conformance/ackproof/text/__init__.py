"""Words for people: tables, results in words, and what others said in a form that any terminal can show."""
