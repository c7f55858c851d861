"""A certificate in the forms that others read: people, CI servers, badges, supply-chain tools.

Every form is made of the certificate as it was written (`ackproof.wire.certificates`), and of nothing else. So
`certify` and a later `report` show the same. What a target says of itself is somebody else's text: each form escapes it
in its own way.
"""
