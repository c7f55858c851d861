"""Rules that kill no mutant alone, and why they cannot."""

UNPROVEN: dict[str, str] = {
    "RM-03": "What a second put does is seen in what is found (RM-02), what dies (RM-05) and what is counted "
    "(RM-07). This rule shows which of those are about a second put.",
    "RM-04": "What reading does to an age is seen in what dies (RM-05), and what it does to an entry in what is removed"
    " (RM-06). This rule shows what of that is about reading.",
    "RM-05": "RM-12 asks the same of maps of any number of buckets.",
    "ACK-01": "A first message that is lost is missed when the tree is done (ACK-04), and an ack of zero, which"
    " changes no ack val, when its record expires (ACK-17). This rule shows that it was the first.",
    "ACK-02": "What is said before an init is said to a task that nobody named (ACK-05), or of another root (ACK-09).",
    "ACK-04": "Completion at once is what ACK-12 says of trees without tuples, ACK-22 beside other trees, and "
    "ACK-23 of the plainest trees. This rule is the sentence that they share, over all workloads.",
    "ACK-10": "A word about a finished tree goes to a task that nobody named in this life (ACK-05), or comes "
    "before an init (ACK-02). This rule shows that the tree was finished.",
    "ACK-22": "An acker that mixes roots goes wrong in every workload of several trees, which are most. This rule"
    " shows that another root's message came between.",
    "ACK-23": "An acker that loses bits says zero too early (ACK-03). This rule shows that numbers are all that "
    "was hard.",
    "ACK-32": "The worked examples are workloads like others, taken from the sources. They are here to be read.",
    "ANC-09": "It follows from ANC-02, ANC-03 and ANC-04: with independent edges and right values no ledger of an open "
    "tree is zero. This is the sentence for whose sake they stand there.",
    "SPT-03": "A callback too many is wrong by itself: at an acker's word (SPT-04, SPT-06) or at a tick (SPT-05)."
    " This rule counts them, whatever they come of.",
    "SYS-01": "If each part does what the plan asks of it (SYS-21 to SYS-25, SYS-27) and time fails what is lost"
    " (SYS-03), every message is done. This is the promise for whose sake they stand there.",
    "SYS-13": "What a basic bolt anchors is what SYS-20 says of bolts of every kind, and what it acks and fails what "
    "SYS-14 and SYS-21 say. This rule shows that the bolt is a basic one.",
    "SPT-12": "It is SPT-05 and SPT-07 in an executor of several tasks.",
}
"""Reasons by rule id. A rule that has one and is proven all the same is out of date here, which a test notices."""
