"""Rules of the acker: the checks of the chapter `spec/acker.md`, except three of other kinds.

| module | rules |
|---|---|
| `records` | ACK-01, 03, 04, 11, 12, 25: which messages create, change and finish the record of a tree |
| `notifications` | ACK-02, 05, 09, 10, 24: what the acker sends, to which task, and when it sends nothing |
| `fails` | ACK-06 to 08, 35: trees with a failed tuple |
| `lifetimes` | ACK-13 to 18: how many rotations a record survives, and what refreshes it |
| `resets` | ACK-19 to 21: reset-timeouts |
| `numbers` | ACK-22, 23, 26, 33, 34: no root, no bit and no number of trees is special |
| `worked_examples` | ACK-32: the trees that the sources draw |

`moments` has their common parts. ACK-27 is in `rules.differential`, ACK-28 in `rules.statistics`, ACK-36 in
`rules.sizes.acker`.
"""
