"""Text for people: tables, results in words, and the output of other programs made safe for any terminal."""
