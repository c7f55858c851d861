"""Exhaustive exploration: every history up to a size, through the reference itself, and what holds in all of them.

The histories
-------------
Spouts emit for up to two roots, and up to so many tuples come of it; a bolt's tuple is anchored to any non-empty set of
earlier ones, of one root or of both. From such a *forest* come the messages of each root: one init, one ack for each
tuple, one fail for each tuple, and reset-timeouts, which may come at any moment. A history delivers them in any order
(an ack before its init, a child's before its parent's), with ticks between; any message that was delivered may be
delivered again. How many ticks, duplicates and resets there are is bounded, in all and not for each root. Whatever is
not delivered is lost, so a history that ends early is covered, and with it every fate: a tuple whose ack never comes
was never answered, one whose fail comes has failed, one of which both come has done both. A root that is not used is
one whose init, of no tuples, is not delivered.

What is done
------------
1. A root's part of a forest is a *tree* of its own (`forests`). For each tree all of its states are visited, breadth
   first, nothing reduced, every answer taken from the real acker (`space`, `driving`), and every step judged by
   properties (`properties`) over a truth that is computed from edge sets and ages (`truth`). A property that fails is
   a counterexample, and breadth first makes it a shortest one.
2. The acker is given both trees of each forest at once, in every pair of states that it can have of the one and of the
   other, and has to do with one as if the other were not there (`isolation`). So the histories of a forest are those
   of its trees, shuffled, with common ticks.
3. These are visited and counted for each forest (`product`), and what can only be seen of two trees is looked for.

Symmetry, and why it is sound
-----------------------------
- *Forests* that differ in the names of tuples, edges or roots only are explored once. An acker that takes ids for
  opaque, roots for opaque, and asks of a value only whether it is zero, cannot tell them apart.
- *The fails of a root* are one message that comes several times: a fail carries nothing.
- *The acks of a root* may be renamed among themselves. The edge sets of a tree's messages have one linear dependency:
  all of them together cancel. Any renaming of acks keeps it, so it is a linear map of what they span, and keeps
  which sums are empty. This is not believed: the dependency is computed for each tree, and then every move of every
  unreduced state is compared with that of the state that stands for it (`quotient`).
- *Roots* with equal tables may be exchanged.

A class of states is counted with the number of states that it stands for, and a move between classes with the number
of moves, so that the unreduced figures come out of the reduced run; at small sizes a test compares them with a run of
`undecomposed`, in which nothing is reduced, split or remembered.

What bounds mean
----------------
Nothing is sampled: up to the bounds everything is proven, beyond them nothing. `widths` does the same at narrow ids,
where the ack val can be zero by accident, and compares how often it is with what linear algebra predicts.
"""
