"""Exhaustive exploration: every history up to a size is run through the reference, and properties are checked in all.

The histories
-------------
Spouts emit for up to two roots, and up to a number of tuples descend from them; a bolt's tuple is anchored to any
non-empty set of earlier ones, of one root or of both. Such a *forest* gives the messages of each root: one init, one
ack for each tuple, one fail for each tuple, and reset-timeouts, which may come at any place. A history delivers them in
any order (an ack before its init, a child's before its parent's), with ticks between; any message that was delivered
may be delivered again. The numbers of ticks, duplicates and resets are bounded in total, not for each root. Messages
that are not delivered are lost, so a history that ends early is covered, and with it every fate: a tuple whose ack
never comes was not acked, one whose fail comes has failed, one of which both come has done both. An unused root is one
whose init, without tuples, is not delivered.

The steps
---------
1. A root's part of a forest is a *tree* (`forests`). For each tree all of its states are visited breadth first, without
   reduction. Every answer is taken from the real acker (`space`, `driving`), and every step is judged by properties
   (`properties`) over a truth that is computed from edge sets and ages (`truth`). A property that fails is a
   counterexample, and the breadth-first order makes it a shortest one.
2. The acker is given both trees of each forest at once, in every pair of states of the two, and has to handle each as
   if the other did not exist (`isolation`). So the histories of a forest are those of its trees, interleaved, with
   common ticks.
3. These are visited and counted for each forest (`product`), and properties of two trees are checked.

Symmetry, and why it is sound
-----------------------------
- *Forests* that differ only in the names of tuples, edges or roots are explored once. An acker cannot tell them apart
  if ids and roots are opaque to it, and it tests a value only for zero.
- *The fails of a root* are one message that comes several times: a fail has no content.
- *The acks of a root* may be renamed among themselves. The edge sets of a tree's messages have one linear dependency:
  the xor of all of them is empty. Any renaming of acks preserves it, so it is a linear map of their span, and preserves
  which sums are empty. This is checked: the dependency is computed for each tree, and then every move of every
  unreduced state is compared with that of the representative of its class (`quotient`).
- *Roots* with equal tables are interchangeable.

A class is counted with the number of its states, and a move between classes with the number of moves, so that the
reduced run gives the unreduced figures. At small sizes a test compares them with a run of `undecomposed`, in which
nothing is reduced, split or cached.

The meaning of the bounds
-------------------------
Nothing is sampled: up to the bounds everything is proven, beyond them nothing. `widths` does the same for narrow ids,
where the ack val can be zero by accident, and compares the number of such accidents with a prediction by linear
algebra.
"""
