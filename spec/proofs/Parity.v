(** * Odd and even

    To xor it matters only whether something came an odd number of times or an even number. Here is what follows of lists:
    [parity f l] is whether [f] holds of an odd number of the members of [l], and [odd x l] whether [x] is there an odd
    number of times.

    Theory. Read the list, and keep a shorter one: what arrives is put in if it is not there, and taken out if it is. In the
    end those are left that came an odd number of times, each once ([the_odd_ones_are_odd]), and each step keeps the parity of
    any question ([a_list_has_the_parity_of_its_odd_ones]). Of a list in which everything is there once, both lemmas that the
    proofs need are plain to see. *)

From Coq Require Import Bool List.
Import ListNotations.

Section Parity.
  Context {B : Type} (dec : forall x y : B, {x = y} + {x <> y}).
  Implicit Types (f g : B -> bool) (x y : B) (l : list B).

  Fixpoint parity f l : bool := match l with [] => false | x :: rest => xorb (f x) (parity f rest) end.

  Definition same x y : bool := if dec x y then true else false.
  Definition odd x l : bool := parity (same x) l.

  Lemma equal_questions_have_equal_parities f g l : (forall x, In x l -> f x = g x) -> parity f l = parity g l.
  Proof. induction l as [|x l IH]; intros H; cbn; [reflexivity|]. rewrite H, IH; auto using in_eq, in_cons. Qed.

  Lemma what_never_holds_is_even f l : (forall x, In x l -> f x = false) -> parity f l = false.
  Proof. induction l as [|x l IH]; intros H; cbn; [reflexivity|]. rewrite H, IH; auto using in_eq, in_cons. Qed.

  Lemma parity_of_two_questions f g l : parity (fun x => xorb (f x) (g x)) l = xorb (parity f l) (parity g l).
  Proof.
    induction l as [|x l IH]; cbn; [reflexivity|]. rewrite IH, !xorb_assoc. f_equal. rewrite <- !xorb_assoc. f_equal.
    apply xorb_comm.
  Qed.

  Lemma what_is_there_oddly_is_there x l : odd x l = true -> In x l.
  Proof.
    intros O. destruct (in_dec dec x l) as [I|N]; [exact I|]. exfalso. unfold odd in O.
    rewrite what_never_holds_is_even in O; [discriminate|]. intros y J. unfold same. destruct (dec x y) as [->|]; easy.
  Qed.

  (** *** Lists in which everything is there once *)

  Lemma what_is_there_once_is_there_oddly x l : NoDup l -> In x l -> odd x l = true.
  Proof.
    intros D I. destruct (in_split _ _ I) as (l1 & l2 & ->). apply NoDup_remove_2 in D.
    unfold odd. clear I. induction l1 as [|y l1 IH]; cbn.
    - assert (E : parity (same x) l2 = false).
      { apply what_never_holds_is_even. intros y J. unfold same. destruct (dec x y) as [->|]; easy. }
      rewrite E. unfold same. destruct (dec x x); easy.
    - unfold same at 1. destruct (dec x y) as [->|]; [destruct D; left; reflexivity|].
      rewrite xorb_false_l. apply IH. intros J. apply D. right. exact J.
  Qed.

  Lemma taking_out_leaves_no_doubles x l : NoDup l -> NoDup (remove dec x l).
  Proof.
    induction 1 as [|y l N D IH]; cbn; [constructor|]. destruct (dec x y); [exact IH|]. constructor; [|exact IH].
    intros I. apply in_remove in I. easy.
  Qed.

  Lemma taking_out_changes_the_parity f x l : NoDup l -> In x l -> parity f (remove dec x l) = xorb (f x) (parity f l).
  Proof.
    induction 1 as [|y l N D IH]; cbn; [easy|]. intros I. destruct (dec x y) as [->|Other].
    - rewrite notin_remove by exact N. rewrite <- xorb_assoc, xorb_nilpotent, xorb_false_l. reflexivity.
    - destruct I as [->|I]; [easy|]. cbn. rewrite IH by exact I. rewrite <- !xorb_assoc, (xorb_comm (f y)). reflexivity.
  Qed.

  (** *** The odd ones *)

  Definition arrives x l : list B := if in_dec dec x l then remove dec x l else x :: l.

  Fixpoint odd_ones l : list B := match l with [] => [] | x :: rest => arrives x (odd_ones rest) end.

  Lemma a_list_has_the_parity_of_its_odd_ones f l : NoDup (odd_ones l) /\ parity f (odd_ones l) = parity f l.
  Proof.
    induction l as [|x l (D & P)]; cbn; [split; [constructor|reflexivity]|]. unfold arrives.
    destruct (in_dec dec x (odd_ones l)) as [I|N].
    - split; [apply taking_out_leaves_no_doubles, D|]. rewrite taking_out_changes_the_parity, P by assumption. reflexivity.
    - split; [constructor; assumption|]. cbn. rewrite P. reflexivity.
  Qed.

  Lemma the_odd_ones_are_odd x l : In x (odd_ones l) <-> odd x l = true.
  Proof.
    destruct (a_list_has_the_parity_of_its_odd_ones (same x) l) as (D & P). unfold odd. rewrite <- P. split.
    - apply what_is_there_once_is_there_oddly, D.
    - apply what_is_there_oddly_is_there.
  Qed.

  (** A question with an odd number of yeses has one from something that is there oddly. *)
  Lemma what_holds_oddly_holds_of_something_odd f l : parity f l = true -> exists x, f x = true /\ odd x l = true.
  Proof.
    rewrite <- (proj2 (a_list_has_the_parity_of_its_odd_ones f l)). intros P.
    destruct (existsb f (odd_ones l)) eqn:E.
    - apply existsb_exists in E. destruct E as (x & I & F). exists x. split; [exact F|apply the_odd_ones_are_odd, I].
    - rewrite what_never_holds_is_even in P; [discriminate|]. intros x I. destruct (f x) eqn:F; [|reflexivity].
      rewrite <- E. symmetry. apply existsb_exists. eauto.
  Qed.

  (** What holds evenly, and of [x], which is there oddly, holds of another that is there oddly. *)
  Lemma what_is_told_evenly_is_told_by_another f x l :
    parity f l = false -> f x = true -> odd x l = true -> exists y, y <> x /\ f y = true /\ odd y l = true.
  Proof.
    intros P F O. apply the_odd_ones_are_odd in O. destruct (a_list_has_the_parity_of_its_odd_ones f l) as (D & E).
    assert (R : parity f (remove dec x (odd_ones l)) = true) by (rewrite taking_out_changes_the_parity, E, P, F by assumption; reflexivity).
    destruct (what_holds_oddly_holds_of_something_odd _ _ R) as (y & Fy & Oy). apply what_is_there_oddly_is_there in Oy.
    apply in_remove in Oy. destruct Oy as (Iy & N). exists y. split; [exact N|]. split; [exact Fy|].
    apply the_odd_ones_are_odd, Iy.
  Qed.
End Parity.
