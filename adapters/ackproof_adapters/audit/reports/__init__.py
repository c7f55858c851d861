"""Reports of an audit: on a terminal, as JSON, as a page and as a table.

report                         verdicts of trees, and figures of components
document                       the report as a JSON document
show, page, steps              on a terminal, and as a page; the steps of a tree's life, in words
table                          the events, as Parquet
follow                         the open trees of a growing log
"""
