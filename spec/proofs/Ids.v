(** * Ids

    An ack val is made of ids by xor. All that the proofs ask of ids is that they are a commutative group in which what
    comes twice cancels: a group of exponent two. Two instances of it matter, and Coq's binary numbers [N] are both:

    - as a _number_, [N] below 2^64 is an id as it travels, and [N.lxor] is xor;
    - as a _set of edges_, bit e of a number says whether edge e is in the set. Then [N.lxor] is the symmetric
      difference, 0 is the empty set, and the ack val _is_ the open set: the symbolic ledger.

    So one definition of the acker runs on ids and on sets of edges, and a theorem about any group is about both. *)

From Coq Require Import Bool NArith Ndigits List Lia.
Import ListNotations.

Class Xor (A : Type) := { zero : A; xor : A -> A -> A; is_zero : A -> bool }.

Class XorLaws (A : Type) {X : Xor A} := {
  xor_is_commutative : forall a b, xor a b = xor b a;
  xor_is_associative : forall a b c, xor a (xor b c) = xor (xor a b) c;
  zero_changes_nothing : forall a, xor zero a = a;
  what_comes_twice_cancels : forall a, xor a a = zero;
  is_zero_tells_zero : forall a, is_zero a = true <-> a = zero }.

Lemma zero_changes_nothing_on_the_right {A} {X : Xor A} {L : XorLaws A} a : xor a zero = a.
Proof. rewrite xor_is_commutative. apply zero_changes_nothing. Qed.

#[export] Instance xor_N : Xor N := {| zero := 0%N; xor := N.lxor; is_zero := N.eqb 0 |}.

#[export] Instance xor_N_laws : XorLaws N.
Proof.
  constructor; intros.
  - apply N.lxor_comm.
  - symmetry. apply N.lxor_assoc.
  - apply N.lxor_0_l.
  - apply N.lxor_nilpotent.
  - change (N.eqb 0 a = true <-> a = 0%N). rewrite N.eqb_eq. split; congruence.
Qed.

(** Ids of 64 bits stay ids of 64 bits. *)
Theorem xor_of_64_bits_has_64_bits (a b : N) : (a < 2 ^ 64 -> b < 2 ^ 64 -> N.lxor a b < 2 ^ 64)%N.
Proof.
  intros Ha Hb.
  destruct (N.eq_dec (N.lxor a b) 0) as [->|Hn]; [reflexivity|].
  apply N.log2_lt_pow2; [lia|].
  eapply N.le_lt_trans; [apply N.log2_lxor|].
  apply N.max_lub_lt.
  - destruct (N.eq_dec a 0) as [->|]; [reflexivity|apply N.log2_lt_pow2; lia].
  - destruct (N.eq_dec b 0) as [->|]; [reflexivity|apply N.log2_lt_pow2; lia].
Qed.

(** ** From edges to ids

    [preserves f]: the map [f] turns the xor of one group into the xor of another. *)

Record preserves {A B : Type} {XA : Xor A} {XB : Xor B} (f : A -> B) : Prop := {
  preserves_zero : f zero = zero;
  preserves_xor : forall a b, f (xor a b) = xor (f a) (f b) }.

Definition has_edge (edges : N) (e : nat) : bool := N.testbit_nat edges e.

Lemma xor_of_sets_is_symmetric_difference a b e : has_edge (N.lxor a b) e = xorb (has_edge a e) (has_edge b e).
Proof. apply Nxor_semantics. Qed.

Section Image.
  Context {B : Type} {XB : Xor B} {LB : XorLaws B}.

  (** [id_of e] is the id that was drawn for edge e. *)
  Variable id_of : nat -> B.

  (** The xor of the ids of those edges of a set that are among the first [n]. *)
  Fixpoint image (n : nat) (edges : N) : B :=
    match n with
    | O => zero
    | S m => if has_edge edges m then xor (id_of m) (image m edges) else image m edges
    end.

  Lemma image_preserves_xor n : preserves (image n).
  Proof.
    split.
    - induction n as [|n IH]; cbn; auto.
    - intros a b. change (xor a b) with (N.lxor a b).
      induction n as [|n IH]; cbn [image]; [symmetry; apply zero_changes_nothing|].
      rewrite xor_of_sets_is_symmetric_difference.
      destruct (has_edge a n), (has_edge b n); cbn [xorb]; rewrite IH.
      + (* in both: the id cancels *)
        rewrite (xor_is_commutative (id_of n) (image n a)), <- xor_is_associative, (xor_is_associative (id_of n)),
          what_comes_twice_cancels, zero_changes_nothing.
        reflexivity.
      + rewrite xor_is_associative. reflexivity.
      + rewrite !xor_is_associative, (xor_is_commutative (id_of n)). reflexivity.
      + reflexivity.
  Qed.

  (** Ids are _independent_ if no set of edges but the empty one has xor zero. *)
  Definition within (n : nat) (edges : N) : Prop := forall e, has_edge edges e = true -> e < n.
  Definition independent (n : nat) : Prop := forall edges, within n edges -> image n edges = zero -> edges = 0%N.

  Lemma within_empty n : within n 0.
  Proof. intros e. discriminate. Qed.

  Lemma within_xor n a b : within n a -> within n b -> within n (N.lxor a b).
  Proof.
    intros Ha Hb e. rewrite xor_of_sets_is_symmetric_difference.
    destruct (has_edge a e) eqn:E; [intros _; exact (Ha e E)|].
    rewrite xorb_false_l. apply Hb.
  Qed.
End Image.
