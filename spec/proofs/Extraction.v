(** * Extraction

    The acker and the RotatingMap as an OCaml program. Ids are Coq's binary numbers, maps are the trees of [Trees], and
    nothing is replaced by hand, but that [bool], [option], [list] and pairs are OCaml's own. What was extracted is
    checked in: adapters/ackproof_adapters/proved/acker.ml. *)

From Coq Require Import NArith Extraction ExtrOcamlBasic FMapAVL OrderedTypeEx.
From Ackproof Require Import Ids RotatingMap Acker Trees.

(** An acker of which roots and values are numbers, for any type of spout tasks. *)
Definition new_acker (T : Type) (p : profile) : list (NTrees.T.t (record N T)) := new p.
Definition step_acker (T : Type) (p : profile) (s : list (NTrees.T.t (record N T))) (e : event N N T) := step p s e.

Extraction Language OCaml.
Extraction "acker.ml" storm1 storm2 new_acker step_acker make get put replace remove rotate Trees.
