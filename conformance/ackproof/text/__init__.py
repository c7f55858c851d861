"""Text for people: tables, results in words, and the output of other programs made safe for any terminal. And text of
people: numbers and times as they write them.
"""
