"""Mutants of the bolt's side.

| module | what is wrong |
|---|---|
| `tuples` | what a tuple is anchored to, and what an ack or a fail of it sends, even with few tuples |
| `children` | the children of an input, where some of many are lost, or reported of another input |
| `emits` | the roots and edges of a new tuple, after many emits, or with many anchors or roots |
"""
