(** * Extraction

    What the target [proved] runs, as an OCaml program: the RotatingMap, the acker, the routing, the bolts and the spout.
    Nothing is replaced by hand, but that [bool], [option], [list], pairs and [unit] are OCaml's own. What was extracted
    is checked in, as acker.ml in adapters/ackproof_adapters/proved; a shell around it speaks the protocol. *)

From Coq Require Import NArith Extraction ExtrOcamlBasic FMapAVL OrderedTypeEx.
From Ackproof Require Import Ids RotatingMap Acker AckerTask Anchoring Spout Trees.

Extraction Language OCaml.
Extraction "acker.ml" xor_N storm1 storm2 new step make get put replace remove rotate size Trees NTrees
  acker_index receive_input emit_anchored ack_input fail_input executor_emit executor_hear executor_tick.
