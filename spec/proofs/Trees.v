(** * Trees as maps

    The finite map that is extracted: the balanced trees of Coq's library, over any ordered type of keys. For keys that
    are numbers its laws are proved here, so that the theorems are about a program that exists. *)

From Coq Require Import FMapAVL FMapFacts OrderedType OrderedTypeEx NArith.
From Ackproof Require Import RotatingMap.

Module Trees (X : OrderedType).
  Module T := FMapAVL.Make X.
  Definition ops (V : Type) : MapOps X.t V (T.t V) :=
    Build_MapOps _ _ _ (T.empty V) (@T.find V) (@T.add V) (@T.remove V).
End Trees.

Module NTrees := Trees N_as_OT.
Module NFacts := FMapFacts.WFacts_fun N_as_OT NTrees.T.

#[export] Instance trees_of_numbers V : MapOps N V (NTrees.T.t V) := NTrees.ops V.

#[export] Instance trees_of_numbers_are_maps V : MapLaws N V (NTrees.T.t V).
Proof.
  constructor; cbn.
  - apply NFacts.empty_o.
  - intros. apply NFacts.add_eq_o. reflexivity.
  - intros. apply NFacts.add_neq_o. intros E. apply H. symmetry. exact E.
  - intros. apply NFacts.remove_eq_o. reflexivity.
  - intros. apply NFacts.remove_neq_o. intros E. apply H. symmetry. exact E.
  - apply N.eq_dec.
Defined.
