(** * Two rounds, and no fewer

    The hypotheses of theorem 9 can be met, by a history with a fault, and two rounds are the bound: the message 1 is emitted
    as the tree 5, and its only tuple is lost. A round passes, and the spout task 7 still waits for it. In the next it fails at the
    second tick and is offered again; its second tree, 6, is received, acked, heard and told.

    Theory. Each state is written out, as in Holes.v. That a round is one is seen by looking: of tree 5 nothing is asked,
    since it was emitted before, and of tree 6 all is there. *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets System NoEarlyCompletion LastMessage Trees Spout Topology AtLeastOnce Holes.
Import ListNotations.

Notation roots := (@same_key N (record N nat) trees _ _).
Notation spouts := (NTrees.counted nat).
Notation sourced := (@sourced N nat).
Notation comes_of := (@comes_of N nat trees spouts _ _ _ storm2).
Notation round := (@round N nat trees spouts _ _ _ storm2 (fun _ => 0)).
Notation goes_well := (@goes_well N nat trees spouts _ _ _ storm2 (fun _ => 0)).
Notation goes_well_from := (@goes_well_from N nat trees spouts _ _ _ storm2 (fun _ => 0)).
Notation new_since := (@new_since N nat).
Notation nothing_is_left := (@nothing_is_left N nat trees _ _ (fun _ => 0)).

(** What happens: *)
Definition emits_ (w : sourced) (r : N) : sourced := takes (L := NTrees.laws _) w 1 r 7 1 [].
Definition ticks_ (w : sourced) : sourced :=
  goes_on w (spout_ticks (top w) 7) (offered_after_a_fail (MS := spouts) w 7 SpoutTick).
Definition hears_ (w : sourced) (o : sender) (m : message N nat) : sourced :=
  goes_on w (acker_hears (M := trees) storm2 (top w) 0 6%N o m) (offered w).
Definition works_ (w : sourced) (s : @system N nat) : sourced := goes_on w (working (top w) s) (offered w).
Definition told_ (w : sourced) (n : notification N nat) : sourced :=
  goes_on w (spout_hears (MS := spouts) (top w) n) (offered_after_a_fail (MS := spouts) w 7 (Word (its_kind n) (its_root n))).

(** Said of any state, this is seen at once; of a state that is written out, Coq would compute for seconds. *)
Lemma a_message_of_tree_6_is_heard_well w o m :
  deliverable (sys (top w)) (Delivered 6%N o m) -> o <> Anybody -> ~ In o (senders (M := trees) 6%N (heard (top w) 0)) ->
  inits (m :: life (M := trees) storm2 (map event_of (heard (top w) 0)) 6%N) <= 1 -> goes_well w (hears_ w o m).
Proof. exact (HeardOnce storm2 (fun _ => 0) w 6%N o m). Qed.

(** The tuple of tree 5 is lost, and a round passes. *)
Definition w0 : sourced := emits_ (at_the_source [1]) 5%N.
Definition w1 : sourced := ticks_ w0.

(** The next round. *)
Definition w1_ticked : sourced := ticks_ w1.
Definition w1_emitted : sourced := emits_ w1_ticked 6%N.
Definition init_6 : message N nat := Init 2%N 7.    (* the set of edge 1 *)
Definition w1_told : sourced := hears_ w1_emitted FromSpout init_6.
Definition tuple_1 : @tuple N := match tuples (sys (top w1_told)) 1 with Some tp => tp | None => tuple_0 end.
Definition w1_received : sourced := works_ w1_told (receive_tuple (sys (top w1_told)) 1 tuple_1).
Definition held_1 := {| tuple_number := 1; the_tuple := tuple_1; children := 0%N; state_of := Held |}.
Definition acked_1 := {| tuple_number := 1; the_tuple := tuple_1; children := 0%N; state_of := Acked |}.
Definition w1_acked : sourced := works_ w1_received (let_go (sys (top w1_received)) 0 held_1 Acked).
Definition ack_6 : message N nat := Ack (N.lxor (carried tuple_1 6%N) 0).
Definition w1_done : sourced := hears_ w1_acked (From 0) ack_6.
Definition word_6 : notification N nat := Notify SaysAck 6%N 7.
Definition w2 : sourced := told_ w1_done word_6.

Lemma it_comes_of_the_source : comes_of [1] w0.
Proof. exact (AndThen _ _ _ _ (InTheBeginning _ _) (Takes _ (at_the_source [1]) 1 5%N 7 1 [] [] eq_refl eq_refl)). Qed.

Lemma a_round_passes : round w0 w1.
Proof.
  constructor.
  - exact (Well _ _ _ _ _ (Nothing_yet _ _ _) (SpoutTicked _ _ w0 7)).
  - constructor; [vm_compute; reflexivity|intros r t tp (Z & N)|intros r x rx (Z & N)|intros r o m (Z & N)|intros s (Z & N)];
      destruct (N Z).
  - intros task later N Q. destruct (Nat.eqb_spec task 7) as [->|D].
    + assert (E : later = [SpoutTick]) by (apply (app_inv_tail (executor (top w0) 7)); rewrite <- Q; reflexivity).
      rewrite E. reflexivity.
    + destruct N. cbn. unfold at_number. destruct (Nat.eqb_spec task 7); easy.
  - intros a later Q. assert (E : later = []) by (apply (app_inv_tail (heard (top w0) a)); rewrite <- Q; reflexivity).
    rewrite E. cbn. lia.
Qed.

Lemma tree_6_is_new r : new_since w1 w2 r -> r = 6%N.
Proof.
  intros (Z & N). destruct (roots 6%N r) as [<-|D]; [reflexivity|]. destruct N.
  assert (Q : emissions (sys (top w2)) r = if is_root roots 6%N r then Some (2%N, 7) else emissions (sys (top w1)) r)
    by reflexivity.
  rewrite Q. unfold is_root. destruct (roots 6%N r); easy.
Qed.

Lemma another_round_passes : round w1 w2.
Proof.
  constructor.
  - apply (Well _ _ _ w1_done); [|apply (WordHeard _ _ w1_done word_6); [vm_compute; left; reflexivity|easy]].
    apply (Well _ _ _ w1_acked).
    2: { apply (a_message_of_tree_6_is_heard_well w1_acked (From 0) ack_6).
         - exact (ack_delivered (sys (top w1_acked)) 6%N 0 acked_1 eq_refl eq_refl eq_refl).
         - easy.
         - vm_compute. intros [Q|[]]. discriminate.
         - vm_compute. repeat constructor. }
    apply (Well _ _ _ w1_received); [|exact (Acks _ _ w1_received 0 held_1 eq_refl eq_refl)].
    apply (Well _ _ _ w1_told).
    2: { apply (Received _ _ w1_told 1 tuple_1); [reflexivity|]. intros x rx. cbn. discriminate. }
    apply (Well _ _ _ w1_emitted).
    2: { apply (a_message_of_tree_6_is_heard_well w1_emitted FromSpout init_6).
         - apply init_delivered. reflexivity.
         - easy.
         - vm_compute. easy.
         - vm_compute. repeat constructor. }
    apply (Well _ _ _ w1_ticked); [|exact (Taken _ _ w1_ticked 1 6%N 7 1 [] [] eq_refl eq_refl eq_refl)].
    exact (Well _ _ _ _ _ (Nothing_yet _ _ _) (SpoutTicked _ _ w1 7)).
  - constructor.
    + vm_compute. reflexivity.
    + intros r t tp New E B. apply tree_6_is_new in New as ->. destruct t as [|[|t]]; [|exists 0; eexists; split; reflexivity|].
      * injection E as <-. discriminate B.
      * discriminate E.
    + intros r x rx _ R _. destruct x; [injection R as <-|discriminate R]. easy.
    + intros r o m New D No. apply tree_6_is_new in New as ->.
      inversion D as [? v t E|? x rx R S B|? x rx R S B|?|]; subst.
      * vm_compute. auto.
      * destruct x; [vm_compute; auto|discriminate R].
      * destruct x; [injection R as <-; discriminate S|discriminate R].
      * easy.
    + intros s _ I. vm_compute in I. destruct I as [<-|[]]. vm_compute. auto.
  - intros task later N Q. destruct (Nat.eqb_spec task 7) as [->|D].
    + assert (E : later = [Word SaysAck 6%N; Emitted 6%N 7; SpoutTick]).
      { apply (app_inv_tail (executor (top w1) 7)). rewrite <- Q. reflexivity. }
      rewrite E. reflexivity.
    + destruct N. cbn. unfold at_number. destruct (Nat.eqb_spec task 7); easy.
  - intros a later Q. change (heard (top w1) a) with (@nil (@delivery N nat)) in Q. rewrite app_nil_r in Q. subst later.
    cbn. unfold at_number. destruct (a =? 0); cbn; lia.
Qed.

(** One round is not enough for a message of which a tuple was lost, and two are. *)
Theorem one_round_is_not_enough_and_two_are :
  exists w0 w1 w2 : sourced, comes_of [1] w0 /\ round w0 w1 /\ round w1 w2 /\ (forall r, ~ spout_was_told w1 1 r) /\ spout_was_told w2 1 6%N.
Proof.
  exists w0, w1, w2. split; [exact it_comes_of_the_source|]. split; [exact a_round_passes|].
  split; [exact another_round_passes|]. split.
  - intros r (_ & task & I). exact I.
  - split; [reflexivity|]. exists 7. vm_compute. left. reflexivity.
Qed.

(** The clock is needed: where none ticks, all goes well and nothing is left to do, and the message is not done. *)
Theorem without_a_tick_a_lost_message_is_waited_for :
  exists w : sourced, comes_of [1] w /\ goes_well_from w w /\ nothing_is_left w w /\ forall r, ~ spout_was_told w 1 r.
Proof.
  exists w0. split; [exact it_comes_of_the_source|]. split; [apply Nothing_yet|]. split.
  - constructor; [reflexivity|intros r t tp (Z & N)|intros r x rx (Z & N)|intros r o m (Z & N)|intros s (Z & N)]; destruct (N Z).
  - intros r (_ & task & I). exact I.
Qed.
