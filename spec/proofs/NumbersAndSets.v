(** * Numbers and edge sets

    Theorem 4: the acker that keeps a number and the acker that keeps the open set itself say the same, as long as the
    ids are _faithful_: no number is zero while the set that it stands for is not empty. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife.
Import ListNotations.

Section Simulation.
  (** Two ackers over the same roots and tasks, with values in [A] and in [B], in any two finite maps; and a map [f] of
      values that preserves xor. *)
  Context {K A B T MA MB : Type} {XA : Xor A} {XB : Xor B} {LA : XorLaws A} {LB : XorLaws B}
    {OA : MapOps K (record A T) MA} {LMA : MapLaws K (record A T) MA}
    {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.
  Variable f : A -> B.
  Hypothesis f_preserves : preserves f.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  Definition map_message (m : message A T) : message B T :=
    match m with Init v t => Init (f v) t | Ack v => Ack (f v) | Fail => Fail | ResetTimeout => ResetTimeout end.

  Definition map_event (e : event K A T) : event K B T :=
    match e with Told k m => Told k (map_message m) | Tick => Tick end.

  Definition map_record (r : record A T) : record B T :=
    {| ack_val := f (ack_val r); spout_task := spout_task r; failed := failed r |}.

  Definition map_cell (c : option (nat * record A T)) : option (nat * record B T) :=
    option_map (fun ar => (fst ar, map_record (snd ar))) c.

  Lemma map_after r m : after (map_record r) (map_message m) = map_record (after r m).
  Proof. destruct m; cbn; unfold map_record; cbn; rewrite ?(preserves_xor f f_preserves); reflexivity. Qed.

  Lemma map_fresh : @fresh B T XB = map_record fresh.
  Proof. unfold map_record, fresh; cbn. rewrite (preserves_zero f f_preserves). reflexivity. Qed.

  Lemma map_cell_after c m : cell_after (map_cell c) (map_message m) = map_record (cell_after c m).
  Proof.
    unfold cell_after. destruct c as [[a r]|]; cbn [map_cell option_map fst snd].
    - apply map_after.
    - rewrite map_fresh. apply map_after.
  Qed.

  Lemma map_says r m :
    (f (ack_val r) = zero -> ack_val r = zero) -> says p (map_record r) (map_message m) = says p r m.
  Proof.
    intros Z. unfold says, verdict. cbn [ack_val spout_task failed map_record].
    assert (E : is_zero (f (ack_val r)) = is_zero (ack_val r)).
    { apply eq_true_iff_eq. rewrite !is_zero_tells_zero. split; [exact Z|]. intros ->. apply f_preserves. }
    rewrite E. destruct m; reflexivity.
  Qed.

  Lemma map_refreshes m : refreshes p (map_message m) = refreshes p m.
  Proof. unfold refreshes. destruct m; reflexivity. Qed.

  Notation at_A := (@at_root K A T MA XA OA p).
  Notation at_B := (@at_root K B T MB XB OB p).
  Notation life_A := (@life K A T MA XA OA LMA p).

  (** The ids are _faithful_ along a history, for a root: at each of its messages, what its record life amounts to is zero
      in [B] only if it is zero in [A]. *)
  Definition faithful (k : K) (h : list (event K A T)) : Prop :=
    forall later m before,
      h = later ++ Told k m :: before ->
      f (total (m :: life_A before k)) = zero -> total (m :: life_A before k) = zero.

  Lemma faithful_before k e h : faithful k (e :: h) -> faithful k h.
  Proof. intros Z later m before ->. apply (Z (e :: later)). reflexivity. Qed.

  Lemma both_keep_the_same k h : faithful k h -> at_B (map map_event h) k = map_cell (at_A h k).
  Proof.
    induction h as [|e h IH]; intros Z.
    - cbn [map]. rewrite !at_root_in_the_beginning. reflexivity.
    - specialize (IH (faithful_before _ _ _ Z)). cbn [map]. destruct e as [k' m|]; cbn [map_event].
      + destruct (same_key k' k) as [->|N].
        * rewrite !at_root_after_its_message by exact two. rewrite IH. unfold cell_step, cell_says, cell_age.
          rewrite map_cell_after, map_refreshes.
          rewrite map_says by (rewrite judged_by_the_life by exact two; apply (Z [] m h eq_refl)).
          destruct (at_A h k) as [[a r]|]; cbn [map_cell option_map fst snd];
            destruct (says p _ m) as [[[] t]|]; reflexivity.
        * rewrite !a_message_leaves_other_roots_alone by auto. apply IH.
      + rewrite !at_root_after_a_tick by exact two. rewrite IH. unfold cell_tick.
        destruct (at_A h k) as [[a r]|]; cbn [map_cell option_map fst snd]; [|reflexivity].
        destruct (S a <? buckets p); reflexivity.
  Qed.

  (** What is said of a root whose ids are faithful, whatever the ids of other roots are. *)
  Theorem numbers_and_edge_sets_say_the_same_of_a_root k m h :
    faithful k (Told k m :: h) ->
    answer (M := MB) p (map map_event h) (Told k (map_message m)) = answer (M := MA) p h (Told k m).
  Proof.
    intros Z. rewrite !answer_to_a_message, both_keep_the_same by exact (faithful_before _ _ _ Z).
    unfold cell_says. rewrite map_cell_after.
    rewrite map_says by (rewrite judged_by_the_life by exact two; apply (Z [] m h eq_refl)). reflexivity.
  Qed.

  (** What is said of all roots, if the ids of each are faithful. *)
  Theorem numbers_and_edge_sets_say_the_same h :
    (forall k, faithful k h) -> answers (M := MB) p (map map_event h) = answers (M := MA) p h.
  Proof.
    induction h as [|e h IH]; intros Z; [reflexivity|]. cbn [map answers].
    rewrite IH by (intros k; exact (faithful_before _ _ _ (Z k))). f_equal.
    destruct e as [k m|]; cbn [map_event]; [|reflexivity]. apply numbers_and_edge_sets_say_the_same_of_a_root, Z.
  Qed.

  Lemma map_about (l : list (event K A T)) k :
    about (A := B) (O := OB) k (map map_event l) = map map_message (about (A := A) (O := OA) k l).
  Proof.
    induction l as [|[k' m|] l IH]; cbn; [reflexivity| |exact IH].
    destruct (@same_key _ _ _ OB LMB k' k), (@same_key _ _ _ OA LMA k' k); cbn; congruence.
  Qed.

  Lemma map_total (l : list (message A T)) : total (map map_message l) = f (total l).
  Proof.
    induction l as [|m l IH]; cbn; [symmetry; apply f_preserves|]. rewrite (preserves_xor f f_preserves), IH. f_equal.
    destruct m; cbn; try reflexivity; symmetry; apply f_preserves.
  Qed.

  (** *** A map that sends only zero to zero, on the values that occur, is faithful *)

  Variable occurs : A -> Prop.
  Hypothesis zero_occurs : occurs zero.
  Hypothesis xor_occurs : forall a b, occurs a -> occurs b -> occurs (xor a b).

  Lemma total_occurs (l : list (message A T)) : (forall m, In m l -> occurs (value_of m)) -> occurs (total l).
  Proof.
    induction l as [|m l IH]; intros H; [exact zero_occurs|]. cbn. apply xor_occurs.
    - apply IH. intros m' I. apply H. right. exact I.
    - apply H. left. reflexivity.
  Qed.

  Lemma what_is_in_a_life_was_told h k m : In m (life_A h k) -> In (Told k m) h.
  Proof.
    induction h as [|e h IH]; cbn [life]; [easy|]. destruct (at_A (e :: h) k); [|easy].
    destruct e as [k' m'|]; [destruct (same_key k' k) as [->|]|].
    - intros [->|I]; [left; reflexivity|right; auto].
    - right; auto.
    - right; auto.
  Qed.

  Lemma only_zero_becomes_zero h :
    (forall k m, In (Told k m) h -> occurs (value_of m)) -> (forall a, occurs a -> f a = zero -> a = zero) ->
    forall k, faithful k h.
  Proof.
    intros V Z k later m before -> E. apply Z; [|exact E]. apply total_occurs. intros m' [->|I].
    - apply (V k). apply in_or_app. right. left. reflexivity.
    - apply (V k). apply in_or_app. right. right. apply what_is_in_a_life_was_told, I.
  Qed.
End Simulation.

Section Ledger.
  Context {K B T MA MB : Type} {XB : Xor B} {LB : XorLaws B}
    {OA : MapOps K (record N T) MA} {LMA : MapLaws K (record N T) MA}
    {OB : MapOps K (record B T) MB} {LMB : MapLaws K (record B T) MB}.

  (** The map of theorem 4 is the xor of the ids of a set of edges. Independent ids are faithful along every history. *)
  Theorem independent_ids_are_faithful (p : profile) (id_of : nat -> B) (n : nat) (h : list (event K N T)) :
    independent id_of n ->
    (forall k m, In (Told k m) h -> within n (value_of m)) ->
    forall k, faithful (MA := MA) (image id_of n) p k h.
  Proof.
    intros I V. apply only_zero_becomes_zero with (occurs := within n); auto using within_empty, within_xor.
  Qed.

  (** So with independent ids, numbers say what edge sets say of every history that tells only of edges that have an id.
      *)
  Theorem independent_ids_say_what_edge_sets_say (p : profile) (id_of : nat -> B) (n : nat) (h : list (event K N T)) :
    2 <= buckets p ->
    independent id_of n ->
    (forall k m, In (Told k m) h -> within n (value_of m)) ->
    answers (M := MB) p (map (map_event (image id_of n)) h) = answers (M := MA) p h.
  Proof.
    intros two I V. apply numbers_and_edge_sets_say_the_same; auto using image_preserves_xor, independent_ids_are_faithful.
  Qed.
End Ledger.
