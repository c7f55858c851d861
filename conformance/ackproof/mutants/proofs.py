"""Rules that kill no mutant alone, and why they cannot."""

UNPROVEN: dict[str, str] = {
    "RM-03": "What a second put does is seen in what is found (RM-02), what dies (RM-05) and what is counted "
    "(RM-07). This rule tells which of those are about a second put.",
    "RM-04": "What reading does to an age is seen in what dies (RM-05). This rule tells what of that is about reading.",
    "RM-05": "RM-12 asks the same of maps of any number of buckets.",
    "ACK-02": "What is said before an init is said to a task that nobody named (ACK-05), or of another root (ACK-09).",
    "ACK-04": "Completion at once is what ACK-12 says of trees without tuples, ACK-22 beside other trees, and "
    "ACK-23 of the plainest trees. This rule is the sentence that they share, over all workloads.",
    "ACK-06": "A fail after init that is not told is missed by every rule that looks at trees which failed: "
    "ACK-18 and ACK-22 among them.",
    "ACK-07": "An early fail that is lost is lost as well where an ack val of zero contests it (ACK-08) and where"
    " it had refreshed the record (ACK-18). This rule tells the plain case.",
    "ACK-10": "A word about a finished tree goes to a task that nobody named in this life (ACK-05), or comes "
    "before an init (ACK-02). This rule tells that the tree was finished.",
    "ACK-12": "A tree without tuples is done by its only message, so an acker that keeps it breaks ACK-04 too. "
    "This rule tells which trees.",
    "ACK-14": "A record that dies early is missed wherever a tick came before the last message: ACK-22 and RTE-03"
    " look there as well. This rule tells its age.",
    "ACK-15": "A record that dies late is also seen by ACK-01, ACK-17 and ACK-21, which ask it of records that "
    "began, or were touched, in a way of their own. This rule asks it of records left alone.",
    "ACK-19": "A reset-timeout that changes a record is seen in what becomes of an early fail (ACK-07, ACK-18) or"
    " of a plain tree (ACK-22).",
    "ACK-20": "A reset-timeout for one of several acker tasks has to be forwarded too (RTE-01), and one that is "
    "told to the wrong task breaks ACK-05.",
    "ACK-22": "An acker that mixes roots goes wrong in every workload of several trees, which are most. This rule"
    " tells that another root's message came between.",
    "ACK-23": "An acker that loses bits says zero too early (ACK-03). This rule tells that numbers are all that "
    "was hard.",
    "ACK-32": "The worked examples are workloads like others, told by the sources. They are here to be read.",
    "ACK-35": "A fail that nobody sent is an answer too many, or in the place of an ack (ACK-04), or told before "
    "an init (ACK-02).",
    "RTE-03": "A tick that reaches the wrong acker tasks ages some too little (RTE-02) as it ages others too much.",
    "ACK-26": "The ack val is all that an acker knows, so a false zero is no other zero to it: who does not "
    "believe it does not believe true ones.",
    "ANC-09": "It follows from ANC-02 and ANC-03: with independent edges and right values no ledger of an open "
    "tree is zero. This is the sentence for whose sake they stand there.",
    "SPT-03": "A callback too many is wrong by itself: at an acker's word (SPT-04, SPT-06) or at a tick (SPT-05)."
    " This rule counts them, whatever they come of.",
    "SPT-04": "SPT-13 asks the same of emissions that share a message id.",
    "SPT-05": "SPT-07, SPT-08 and SPT-12 ask the same after a reset-timeout, beside untracked emissions and in an"
    " executor of several tasks.",
    "SPT-06": "A word that comes too late can call back, which SPT-03 counts, or send something, which SPT-14 sees.",
    "SPT-07": "It is SPT-05 after a reset-timeout.",
    "SPT-12": "It is SPT-05 in an executor of several tasks.",
    "SPT-13": "It is SPT-04 of emissions that share a message id.",
    "SYS-06": "Under an old root a replay is hit by what is still said of the tree before it, which shows in what is "
    "acked and when (SYS-04, SYS-12). This rule tells why.",
}
"""Reasons by rule id. A rule that has one and is proven all the same is out of date here, which a test notices."""
