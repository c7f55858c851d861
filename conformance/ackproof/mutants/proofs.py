"""Rules that kill no mutant alone, and why they cannot."""

UNPROVEN: dict[str, str] = {
    "RM-03": "What a second put does is seen in what is found (RM-02), what dies (RM-05) and what is counted (RM-07). "
    "This rule tells which of those are about a second put.",
    "RM-04": "What reading does to an age is seen in what dies (RM-05). This rule tells what of that is about reading.",
    "RM-05": "RM-12 asks the same of maps of any number of buckets.",
    "ACK-02": "What is said before an init is said to a task that nobody named (ACK-05), or of another root (ACK-09).",
    "ACK-26": "The ack val is all that an acker knows, so a false zero is no other zero to it: who does not believe it "
    "does not believe true ones.",
    "ANC-09": "It follows from ANC-02 and ANC-03: with independent edges and right values no ledger of an open tree is "
    "zero. This is the sentence for whose sake they stand there.",
    "SPT-03": "A callback too many is wrong by itself: at an acker's word (SPT-04, SPT-06) or at a tick (SPT-05). "
    "This rule counts them, whatever they come of.",
    "SPT-04": "SPT-13 asks the same of emissions that share a message id.",
    "SPT-05": "SPT-07, SPT-08 and SPT-12 ask the same after a reset-timeout, beside untracked emissions and in an "
    "executor of several tasks.",
    "SPT-06": "A word that comes too late can call back, which SPT-03 counts, or send something, which SPT-14 sees.",
    "SPT-07": "It is SPT-05 after a reset-timeout.",
    "SPT-12": "It is SPT-05 in an executor of several tasks.",
    "SPT-13": "It is SPT-04 of emissions that share a message id.",
}
"""Reasons by rule id. A rule that has one and is proven all the same is out of date here, which a test notices."""
