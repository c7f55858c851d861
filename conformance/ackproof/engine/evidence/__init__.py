"""What is made of verdicts: the certificate, and the folder that a run leaves.

| module | what it does |
|---|---|
| `certificate` | is the document with all findings of a run |
| `folder` | writes it, a JUnit file and the witnesses, beside the evidence of an earlier run |
| `naming` | puts a name in place of a target's command line |
| `causes` | says which broken rules seem to have one cause |
| `deviation_drafts` | proposes the deviations that would explain the violations |

To check a certificate that is there is a run of its own: `ackproof.engine.verify`.
"""
