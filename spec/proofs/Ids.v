(** * Ids

    An ack val is made of ids by xor, and whoever reads the number may forget that it is one. What the proofs ask of ids is
    this: xor neither minds the order nor the grouping, zero changes nothing, what comes twice cancels, and one can see
    whether a value is zero. Two things are so, and both are written as Coq's binary numbers [N]:

    - an id as it travels, a number below 2^64;
    - a set of edges, as the number whose bit e says whether edge e is in it. Xor takes out what is in both sets, so an ack
      val made of sets is the set of the edges that are open.

    The acker is defined once, for values of which no more is known, and so it is an acker of ids and one of sets of edges. The
    latter knows the truth. From a set of edges one comes to a number by way of the ids that the edges have: the _image_ of a
    set is the xor of them. *)

From Coq Require Import Bool NArith Ndigits.

Class Xor (A : Type) := { zero : A; xor : A -> A -> A; is_zero : A -> bool }.

Class XorLaws (A : Type) {X : Xor A} := {
  xor_is_commutative : forall a b, xor a b = xor b a;
  xor_is_associative : forall a b c, xor a (xor b c) = xor (xor a b) c;
  zero_changes_nothing : forall a, xor zero a = a;
  what_comes_twice_cancels : forall a, xor a a = zero;
  is_zero_tells_zero : forall a, is_zero a = true <-> a = zero }.

(** ** What follows for all of them *)

Section AnyIds.
  Context {A : Type} {X : Xor A} {L : XorLaws A}.

  Lemma zero_changes_nothing_on_the_right a : xor a zero = a.
  Proof. rewrite xor_is_commutative. apply zero_changes_nothing. Qed.

  (** Two pairs may be made of four values in another way. *)
  Lemma the_middle_values_change_places a b c d : xor (xor a b) (xor c d) = xor (xor a c) (xor b d).
  Proof.
    rewrite <- (xor_is_associative a b), <- (xor_is_associative a c). f_equal.
    rewrite !xor_is_associative, (xor_is_commutative b c). reflexivity.
  Qed.

  (** A value that is taken if somebody wants it. *)
  Definition taken_if (wanted : bool) (a : A) : A := if wanted then a else zero.

  (** If two want it, it cancels. *)
  Lemma taken_by_either_or_by_both these those a :
    taken_if (xorb these those) a = xor (taken_if these a) (taken_if those a).
  Proof.
    destruct these, those; cbn; symmetry;
      [apply what_comes_twice_cancels|apply zero_changes_nothing_on_the_right|apply zero_changes_nothing|apply zero_changes_nothing].
  Qed.
End AnyIds.

(** ** Binary numbers *)

#[export] Instance xor_N : Xor N := { zero := 0%N; xor := N.lxor; is_zero := N.eqb 0 }.

#[export] Instance xor_N_laws : XorLaws N := {
  xor_is_commutative := N.lxor_comm;
  xor_is_associative a b c := eq_sym (N.lxor_assoc a b c);
  zero_changes_nothing := N.lxor_0_l;
  what_comes_twice_cancels := N.lxor_nilpotent;
  is_zero_tells_zero a := iff_trans (N.eqb_eq 0 a) (conj (@eq_sym N 0%N a) (@eq_sym N a 0%N)) }.

(** A number has so many bits if all bits from there on are zero. That is what fitting into a word means. *)
Lemma a_number_below_a_power_has_no_higher_bits a width :
  (a < 2 ^ width <-> forall i, width <= i -> N.testbit a i = false)%N.
Proof.
  assert (Room : (2 ^ width <> 0)%N) by (apply N.pow_nonzero; discriminate). split.
  - intros Fits i High. rewrite <- (N.mod_small a _ Fits). apply N.mod_pow2_bits_high, High.
  - intros Empty. replace a with (a mod 2 ^ width)%N; [apply N.mod_lt, Room|]. apply N.bits_inj. intros i.
    destruct (N.lt_ge_cases i width) as [Low|High]; [apply N.mod_pow2_bits_low, Low|].
    rewrite N.mod_pow2_bits_high, Empty by exact High. reflexivity.
Qed.

(** Ids of 64 bits stay ids of 64 bits: so an ack val fits into what an id fits into. *)
Theorem xor_of_64_bits_has_64_bits (a b : N) : (a < 2 ^ 64 -> b < 2 ^ 64 -> N.lxor a b < 2 ^ 64)%N.
Proof.
  rewrite !a_number_below_a_power_has_no_higher_bits. intros A B i High. rewrite N.lxor_spec, A, B by exact High. reflexivity.
Qed.

(** ** Sets of edges *)

Definition has_edge (edges : N) (e : nat) : bool := N.testbit_nat edges e.

Lemma xor_of_sets_is_symmetric_difference a b e : has_edge (N.lxor a b) e = xorb (has_edge a e) (has_edge b e).
Proof. exact (Nxor_semantics a b e). Qed.

(** The edges of a set are among the first [n]. *)
Definition within (n : nat) (edges : N) : Prop := forall e, has_edge edges e = true -> e < n.

Lemma within_empty n : within n 0.
Proof. unfold within. discriminate. Qed.

Lemma within_xor n a b : within n a -> within n b -> within n (N.lxor a b).
Proof.
  intros A B e. rewrite xor_of_sets_is_symmetric_difference. specialize (A e). specialize (B e).
  destruct (has_edge a e); [auto|destruct (has_edge b e); auto].
Qed.

(** ** From edges to ids *)

(** A map of the values of one kind to those of another, that xor passes through. *)
Record preserves {A B : Type} {XA : Xor A} {XB : Xor B} (f : A -> B) : Prop := {
  preserves_zero : f zero = zero;
  preserves_xor : forall a b, f (xor a b) = xor (f a) (f b) }.

Section Image.
  Context {B : Type} {XB : Xor B} {LB : XorLaws B}.

  (** [id_of e] is the id that was drawn for edge e. *)
  Variable id_of : nat -> B.

  (** What a set of edges is as an id. The first [n] edges are looked at, each adds its id if it is in the set. *)
  Fixpoint image (n : nat) (edges : N) : B :=
    match n with 0 => zero | S e => xor (taken_if (has_edge edges e) (id_of e)) (image e edges) end.

  (** The last edge is in the set, or the image is what it is without it. *)
  Lemma the_image_with_one_more_edge n edges :
    image (S n) edges = if has_edge edges n then xor (id_of n) (image n edges) else image n edges.
  Proof.
    cbn [image]. destruct (has_edge edges n); [reflexivity|apply zero_changes_nothing].
  Qed.

  (** So an acker that adds up ids has the image of what an acker that adds up sets of edges has: for each edge, its id is taken by
      one set, by the other, or by both. *)
  Lemma image_preserves_xor n : preserves (image n).
  Proof.
    split; induction n as [|n Fewer].
    - reflexivity.
    - rewrite the_image_with_one_more_edge. exact Fewer.
    - intros a b. symmetry. apply zero_changes_nothing.
    - intros a b. cbn [image]. rewrite Fewer, <- the_middle_values_change_places, <- taken_by_either_or_by_both.
      do 2 f_equal. apply xor_of_sets_is_symmetric_difference.
  Qed.

  (** Ids are _independent_ if no edges but none at all have the image zero. *)
  Definition independent (n : nat) : Prop := forall edges, within n edges -> image n edges = zero -> edges = 0%N.
End Image.
