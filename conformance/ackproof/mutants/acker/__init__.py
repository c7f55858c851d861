"""Mutants of the acker, of one task and of several.

| module | what is wrong |
|---|---|
| `numbers` | what is done with values, and how many bits of them and of roots are kept |
| `inits` | inits that are late, come twice, or are about nothing |
| `fails` | fails before the init, after it, and together with a zero |
| `resets` | the reset-timeout: what it refreshes, and whom it reaches |
| `expiry` | time: ticks, expiry, and what refreshes |
| `lifetimes` | the life of a record: ghosts, leaks, resurrection, and how many there may be |
| `spout_tasks` | which spout task is notified |
| `notifications` | how often, when and of what kind notifications are |
| `isolation` | what one root does to another |
| `routing` | which acker task keeps a root, and which hears a tick |
| `batching` | acker tasks that take several messages at once |
| `durability` | what is forgotten or sent again after a kill and a restart |
| `requests` | what lasts from one request to the next |
"""
