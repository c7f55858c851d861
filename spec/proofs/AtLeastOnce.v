(** * At least once

    Theorem 9, [SYS-01]. A _source_ has messages, and a spout task emits each of them as a tree of its own. The source offers a
    message until an ack was called of one of its trees: what failed, what timed out, and what a spout executor waited for
    when it died, is offered again. Then, after any history of a topology, with losses, delays, doubles and deaths, two
    rounds without a fault are enough: every message is processed, and its spout task was told so.

    A _round_ is a stretch of time in which everything goes well, each clock of a spout task ticks, and at the end of which
    nothing is left to do of what began in it. What was lost before stays lost, and nobody asks for it. Clocks may tick at
    any moment of a round, and how often they tick is bounded for ackers only.

    Theory. Of each message one of three things is so at each moment: it is offered, a spout executor waits for a tree of
    it, or ack was called of such a tree. Two rounds leave the third alone:

    - it is not offered, because nothing is left to do;
    - no executor waits for a tree that was emitted in one of the rounds, because all of that tree was acked and heard, so
      that its acker task said ack (theorem 6), and the executor has heard it;
    - no executor waits for a tree from before, because its clock has ticked twice (theorem 8). *)

From Coq Require Import Bool Arith NArith List Lia.
From Ackproof Require Import Ids RotatingMap Acker OneRoot RecordLife NumbersAndSets Parity System NoEarlyCompletion LastMessage Spout Topology Callbacks.
Import ListNotations.

(** ** More time *)

Section MoreTime.
  Context {K V M : Type} {O : MapOps K V M} {L : MapLaws K V M}.

  (** More time that is given again and again: after each tick a reset-timeout. *)
  Fixpoint given_more_time (n : nat) (r : K) (v : V) : list (@spout_event K V) :=
    match n with 0 => [Emitted r v] | S n => Word SaysReset r :: SpoutTick :: given_more_time n r v end.

  (** So no number of rounds would be enough for who is given more time in each. *)
  Theorem who_is_given_more_time_after_each_tick_is_waited_for n r v :
    passed (given_more_time n r v) = n /\ wait r (given_more_time n r v) = Some (0, v).
  Proof.
    induction n as [|n (P & A)]; cbn [given_more_time passed].
    - split; [reflexivity|]. rewrite the_wait_after_an_event. unfold wait. cbn [spout].
      rewrite (age_in_a_new_map (M := M) r 2). cbn. destruct (same_key r r); easy.
    - split; [lia|]. rewrite !the_wait_after_an_event, A. cbn. destruct (same_key r r); easy.
  Qed.
End MoreTime.

Section AtLeastOnce.
  (** [Msg]: what the source has. [M] and [MS] are the maps of ackers and of spout executors. *)
  Context {K Msg M MS : Type} {O : MapOps K (record N nat) M} {L : MapLaws K (record N nat) M}
    {OS : MapOps K nat MS} {LS : MapLaws K nat MS}.
  Variable p : profile.
  Hypothesis two : 2 <= buckets p.

  (** The acker task that keeps a root: [RTE-01]. *)
  Variable acker_of : K -> nat.

  Notation root_eq := (@same_key K (record N nat) M O L).
  Notation topology := (@topology K).
  Notation delivery := (@delivery K nat).
  Notation turn := (@turn K M MS O L OS p).
  Notation comes_about := (@comes_about K M MS O L OS p).
  Notation spout := (@spout K nat MS OS).
  Notation spout_event := (@spout_event K nat).
  Notation senders := (@senders K nat M O L).
  Notation life := (@life K N nat M xor_N O L p).
  Notation answer := (@answer K N nat M xor_N O p).
  Notation sound := (@sound K M O L).

  (** ** The source *)

  (** A topology with its source: the messages that are offered to spout tasks, and whose root is whose. *)
  Record sourced := { top : topology; offered : list Msg; message_of : K -> option Msg }.

  Definition at_the_source (messages : list Msg) : sourced :=
    {| top := empty_topology; offered := messages; message_of := fun _ => None |}.

  Definition messages_of (w : sourced) (roots : list K) : list Msg :=
    flat_map (fun r => match message_of w r with Some m => [m] | None => [] end) roots.

  (** The roots of which a spout executor calls fail when something happens to it. *)
  Definition fails_of (w : sourced) (task : nat) (x : spout_event) : list K :=
    match snd (spout_step (spout (executor (top w) task)) x) with
    | Called SaysFail root _ => [root]
    | Expired dead => map fst (entries dead)
    | _ => []
    end.

  (** The roots that a spout executor waits for. *)
  Definition roots_of (w : sourced) (task : nat) : list K := map fst (all_entries (spout (executor (top w) task))).

  (** The source offers again what fail was called of, and what a spout executor waited for when it died. *)
  Definition offered_after_a_fail (w : sourced) (task : nat) (x : spout_event) : list Msg :=
    messages_of w (fails_of w task x) ++ offered w.
  Definition offered_after_a_death (w : sourced) (task : nat) : list Msg := messages_of w (roots_of w task) ++ offered w.

  Definition goes_on (w : sourced) (t : topology) (o : list Msg) : sourced :=
    {| top := t; offered := o; message_of := message_of w |}.

  (** A spout task emits a message that is offered. *)
  Definition takes (w : sourced) (m : Msg) (r : K) (task n : nat) (rest : list Msg) : sourced := {|
    top := spout_emits (L := L) (top w) r task n; offered := rest;
    message_of := fun r' => if is_root root_eq r r' then Some m else message_of w r' |}.

  (** No spout executor has a part in it. *)
  Definition apart_from_spouts (t t' : topology) : Prop :=
    executor t' = executor t /\ called_back t' = called_back t /\ emissions (sys t') = emissions (sys t).

  (** Anything that can happen. *)
  Inductive happens (w : sourced) : sourced -> Prop :=
  | Elsewhere t : turn (top w) t -> apart_from_spouts (top w) t -> happens w (goes_on w t (offered w))
  | Takes m r task n l1 l2 : offered w = l1 ++ m :: l2 -> emissions (sys (top w)) r = None ->
      happens w (takes w m r task n (l1 ++ l2))
  | Hears s : In s (words (top w)) ->
      happens w (goes_on w (spout_hears (MS := MS) (top w) s)
                   (offered_after_a_fail w (its_task s) (Word (its_kind s) (its_root s))))
  | Ticks task : happens w (goes_on w (spout_ticks (top w) task) (offered_after_a_fail w task SpoutTick))
  | Dies task : happens w (goes_on w (spout_dies (top w) task) (offered_after_a_death w task)).

  Inductive comes_of (messages : list Msg) : sourced -> Prop :=
  | InTheBeginning : comes_of messages (at_the_source messages)
  | AndThen w w' : comes_of messages w -> happens w w' -> comes_of messages w'.

  Lemma what_happens_is_a_turn w w' : happens w w' -> turn (top w) (top w').
  Proof.
    intros [t V _|m r task n l1 l2 _ Z|s I|task|task]; cbn [top goes_on takes]; [exact V|..]; constructor; assumption.
  Qed.

  Lemma what_comes_of_a_source_comes_about messages w : comes_of messages w -> comes_about (top w).
  Proof.
    induction 1 as [|w w' _ IH H]; [apply AtFirst|]. eapply Then; [exact IH|]. apply what_happens_is_a_turn, H.
  Qed.

  Lemma a_root_of_a_message_was_emitted messages w r m :
    comes_of messages w -> message_of w r = Some m -> emissions (sys (top w)) r <> None.
  Proof.
    intros C. revert r m. induction C as [|w w' _ IH H]; [easy|]. intros r m.
    destruct H as [t V (_ & _ & E)|m' r' task n l1 l2 _ Z|s I|task|task]; cbn [goes_on takes top message_of];
      rewrite ?E; try apply IH.
    cbn [spout_emits sys emission emissions]. destruct (is_root root_eq r' r); [easy|apply IH].
  Qed.

  (** *** Offered, waited for, or done *)

  Definition waits_for (t : topology) (task : nat) (r : K) : Prop := wait r (executor t task) <> None.

  (** Its spout task was told: ack was called of one of its trees. *)
  Definition spout_was_told (w : sourced) (m : Msg) (r : K) : Prop :=
    message_of w r = Some m /\ exists task, In (r, task) (acks_called (top w)).

  Lemma in_the_messages_of w r m roots : message_of w r = Some m -> In r roots -> In m (messages_of w roots).
  Proof. intros E I. apply in_flat_map. exists r. rewrite E. split; [exact I|left; reflexivity]. Qed.

  (** [SYS-01], that nothing is lost. Whatever happened. *)
  Theorem a_message_is_offered_or_waited_for_or_its_spout_was_told messages w m :
    comes_of messages w -> In m messages ->
    In m (offered w) \/ (exists r task, message_of w r = Some m /\ waits_for (top w) task r) \/ (exists r, spout_was_told w m r).
  Proof.
    intros C Im. induction C as [|w w' C IH H]; [left; exact Im|].
    destruct H as [t V (X & A & _)|m' r' task n l1 l2 F Z|s I|task|task].
    - unfold waits_for, spout_was_told, acks_called. cbn [goes_on top offered message_of]. rewrite X, A. exact IH.
    - assert (Q : forall r, message_of w r = Some m -> message_of (takes w m' r' task n (l1 ++ l2)) r = Some m /\ r <> r').
      { intros r E. cbn. unfold is_root. destruct (root_eq r' r) as [->|N]; [|auto].
        exfalso. apply (a_root_of_a_message_was_emitted _ _ _ _ C E), Z. }
      destruct IH as [J|[(r & task' & E & P)|(r & E & task' & J)]].
      + rewrite F in J. apply in_app_or in J. destruct J as [J|[->|J]];
          [left; apply in_or_app; auto| |left; apply in_or_app; auto].
        right. left. exists r', task. cbn [takes message_of top]. unfold is_root. destruct (root_eq r' r'); [|easy].
        split; [reflexivity|]. unfold waits_for. cbn [spout_emits executor]. rewrite what_is_at_a_number, Nat.eqb_refl.
        rewrite the_wait_after_an_event. destruct (wait r' (executor (top w) task)) as [[ticks v]|]; cbn; [easy|].
        destruct (same_key r' r'); easy.
      + right. left. exists r, task'. destruct (Q r E) as (E' & N). split; [exact E'|]. unfold waits_for in *.
        cbn [takes top spout_emits executor]. rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task) as [->|]; [|exact P].
        rewrite the_wait_after_an_event. destruct (wait r (executor (top w) task)) as [[ticks v]|]; easy.
      + right. right. exists r. split; [apply Q, E|]. exists task'. exact J.
    - destruct IH as [J|[(r & task & E & P)|(r & E & task & J)]].
      + left. apply in_or_app. right. exact J.
      + unfold waits_for in P. destruct (Nat.eqb_spec task (its_task s)) as [->|N].
        2: { right. left. exists r, task. split; [exact E|]. unfold waits_for. cbn [goes_on top spout_hears executor].
             rewrite what_is_at_a_number. destruct (Nat.eqb_spec task (its_task s)); [easy|exact P]. }
        set (e := executor (top w) (its_task s)) in *.
        destruct (wait r e) as [[a v]|] eqn:A; [|easy].
        destruct (root_eq (its_root s) r) as [R|R].
        * assert (G : get (its_root s) (spout e) = Some v).
          { unfold wait in A. rewrite get_is_the_value_at_its_age, R, A. reflexivity. }
          destruct (its_kind s) eqn:Kd.
          -- right. right. exists r. split; [exact E|]. exists v. apply an_ack_that_was_called_was_called_back.
             cbn [goes_on top spout_hears called_back]. apply in_or_app. left. unfold what_is_called. cbn [spout_step].
             fold e. rewrite G, Kd. left. congruence.
          -- left. apply in_or_app. left. apply (in_the_messages_of w r m _ E). unfold fails_of. cbn [spout_step].
             fold e. rewrite G. cbn. auto.
          -- right. left. exists r, (its_task s). split; [exact E|]. unfold waits_for. cbn [goes_on top spout_hears executor].
             rewrite what_is_at_a_number, Nat.eqb_refl. fold e. rewrite the_wait_after_an_event, A, R, Kd. cbn.
             destruct (same_key r r); easy.
        * right. left. exists r, (its_task s). split; [exact E|]. unfold waits_for. cbn [goes_on top spout_hears executor].
          rewrite what_is_at_a_number, Nat.eqb_refl. fold e. rewrite the_wait_after_an_event, A. cbn.
          destruct (same_key (its_root s) r); easy.
      + right. right. exists r. split; [exact E|]. exists task.
        apply an_ack_that_was_called_was_called_back, in_or_app. right. apply an_ack_that_was_called_was_called_back, J.
    - destruct IH as [J|[(r & task' & E & P)|(r & E & task' & J)]]; [left; apply in_or_app; auto| |].
      2: { right. right. exists r. split; [exact E|]. exists task'.
           apply an_ack_that_was_called_was_called_back, in_or_app. right. apply an_ack_that_was_called_was_called_back, J. }
      unfold waits_for in P. destruct (Nat.eqb_spec task' task) as [->|N].
      2: { right. left. exists r, task'. split; [exact E|]. unfold waits_for. cbn [goes_on top spout_ticks executor].
           rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task); [easy|exact P]. }
      set (e := executor (top w) task) in *. destruct (the_buckets_of_a_spout_are_in_order (M := MS) e) as (B & W).
      pose proof (a_spout_has_buckets (M := MS) e) as Q. destruct (wait r e) as [[a v]|] eqn:A; [|easy].
      pose proof (at_most_one_tick_has_passed _ _ _ _ A) as Lt. destruct (Nat.eq_dec a 0) as [->|N].
      + right. left. exists r, task. split; [exact E|]. unfold waits_for. cbn [goes_on top spout_ticks executor].
        rewrite what_is_at_a_number, Nat.eqb_refl. fold e. rewrite the_wait_after_an_event, A. easy.
      + left. apply in_or_app. left. apply (in_the_messages_of w r m _ E). unfold fails_of. fold e. cbn [spout_step snd].
        apply in_map_iff. exists (r, v). split; [reflexivity|]. apply entries_are_what_is_found.
        apply rotation_takes_exactly_death_row; auto. unfold wait in A. rewrite A, B. repeat f_equal. lia.
    - destruct IH as [J|[(r & task' & E & P)|(r & E & task' & J)]]; [left; apply in_or_app; auto| |right; right; exists r; split; eauto].
      unfold waits_for in P. destruct (Nat.eqb_spec task' task) as [->|N].
      + left. apply in_or_app. left. apply (in_the_messages_of w r m _ E). unfold roots_of.
        destruct (the_buckets_of_a_spout_are_in_order (M := MS) (executor (top w) task)) as (_ & W).
        unfold wait in P. destruct (age r (spout (executor (top w) task))) as [[a v]|] eqn:A; [|easy].
        apply in_map_iff. exists (r, v). split; [reflexivity|]. apply the_entries_are_what_get_finds; [exact W|].
        rewrite get_is_the_value_at_its_age, A. reflexivity.
      + right. left. exists r, task'. split; [exact E|]. unfold waits_for. cbn [goes_on top spout_dies executor].
        rewrite what_is_at_a_number. destruct (Nat.eqb_spec task' task); [easy|exact P].
  Qed.

  (** ** Rounds *)

  Definition heard_of (t : topology) (r : K) : list sender := senders r (heard t (acker_of r)).

  (** What happens where nothing goes wrong: each tuple is received once, what is received is acked and nothing is failed,
      each message is heard once, by the acker task that keeps its root, spout tasks hear what was said, and clocks tick.
      Nobody asks for more time, and a root that is drawn is one that no acker task was told of. *)
  Inductive goes_well (w : sourced) : sourced -> Prop :=
  | Received t tp : tuples (sys (top w)) t = Some tp ->
      (forall x rx, receipts (sys (top w)) x = Some rx -> tuple_number rx <> t) ->
      goes_well w (goes_on w (working (top w) (receive_tuple (sys (top w)) t tp)) (offered w))
  | EmitsAnchored anchors : (forall x, In x anchors -> held (sys (top w)) x) ->
      goes_well w (goes_on w (working (top w) (emit (sys (top w)) anchors)) (offered w))
  | Acks x rx : receipts (sys (top w)) x = Some rx -> state_of rx = Held ->
      goes_well w (goes_on w (working (top w) (let_go (sys (top w)) x rx Acked)) (offered w))
  | HeardOnce r o m : deliverable (sys (top w)) (Delivered r o m) -> o <> Anybody -> ~ In o (heard_of (top w) r) ->
      inits (m :: life (map event_of (heard (top w) (acker_of r))) r) <= 1 ->
      goes_well w (goes_on w (acker_hears (M := M) p (top w) (acker_of r) r o m) (offered w))
  | AckerTicked a : goes_well w (goes_on w (acker_ticks (top w) a) (offered w))
  | Taken m r task n l1 l2 : offered w = l1 ++ m :: l2 -> emissions (sys (top w)) r = None -> heard_of (top w) r = [] ->
      goes_well w (takes w m r task n (l1 ++ l2))
  | WordHeard s : In s (words (top w)) -> its_kind s <> SaysReset ->
      goes_well w (goes_on w (spout_hears (MS := MS) (top w) s)
                     (offered_after_a_fail w (its_task s) (Word (its_kind s) (its_root s))))
  | SpoutTicked task : goes_well w (goes_on w (spout_ticks (top w) task) (offered_after_a_fail w task SpoutTick)).

  Inductive goes_well_from (w0 : sourced) : sourced -> Prop :=
  | Nothing_yet : goes_well_from w0 w0
  | Well w w' : goes_well_from w0 w -> goes_well w w' -> goes_well_from w0 w'.

  (** The trees that were emitted since. *)
  Definition new_since (w0 w : sourced) (r : K) : Prop :=
    emissions (sys (top w0)) r = None /\ emissions (sys (top w)) r <> None.

  (** Nothing is left to do of what began since: all of it was received, acked, heard, and told; and nothing is offered. *)
  Record nothing_is_left (w0 w : sourced) : Prop := {
    nothing_to_emit : offered w = [];
    nothing_to_receive : forall r t tp, new_since w0 w r -> tuples (sys (top w)) t = Some tp -> belongs tp r = true ->
      exists x rx, receipts (sys (top w)) x = Some rx /\ tuple_number rx = t;
    nothing_to_ack : forall r x rx, new_since w0 w r -> receipts (sys (top w)) x = Some rx ->
      belongs (the_tuple rx) r = true -> state_of rx <> Held;
    nothing_to_hear : forall r o m, new_since w0 w r -> deliverable (sys (top w)) (Delivered r o m) -> o <> Anybody ->
      In o (heard_of (top w) r);
    nothing_to_tell : forall s, new_since w0 w (its_root s) -> In s (words (top w)) ->
      In (Word (its_kind s) (its_root s)) (executor (top w) (its_task s)) }.

  (** In a round the clock of each spout task that ever did anything ticks at least once, and that of an acker task fewer
      times than it has buckets. *)
  Record round (w0 w : sourced) : Prop := {
    all_went_well : goes_well_from w0 w;
    nothing_was_left : nothing_is_left w0 w;
    its_spouts_ticked : forall task later, executor (top w0) task <> [] ->
      executor (top w) task = later ++ executor (top w0) task -> 1 <= passed later;
    its_ackers_did_not_tick_too_often : forall a later,
      heard (top w) a = later ++ heard (top w0) a -> ticked later < buckets p }.

  Lemma what_goes_well_happens w w' : goes_well w w' -> happens w w'.
  Proof.
    intros [t tp E N|anchors A|x rx E S|r o m D N1 N2 I|a|m r task n l1 l2 F Z N|s I N|task].
    - apply Elsewhere; [|easy]. apply Work; [|reflexivity]. apply Receive, E.
    - apply Elsewhere; [|easy]. apply Work; [|reflexivity]. apply Emit, A.
    - apply Elsewhere; [|easy]. apply Work; [|reflexivity]. apply AckCall; assumption.
    - apply Elsewhere; [|easy]. apply AckerHears; assumption.
    - apply Elsewhere; [|easy]. apply AckerTicks.
    - apply Takes; assumption.
    - apply Hears, I.
    - apply Ticks.
  Qed.

  Lemma what_goes_well_comes_of_the_source messages w0 w :
    comes_of messages w0 -> goes_well_from w0 w -> comes_of messages w.
  Proof. intros C. induction 1 as [|w w' _ IH H]; [exact C|]. eapply AndThen; [exact IH|]. apply what_goes_well_happens, H. Qed.

  (** *** What holds within a round *)

  Record since (w0 w : sourced) : Prop := {
    no_emission_is_undone : forall r, emissions (sys (top w0)) r <> None -> emissions (sys (top w)) r <> None;
    executors_go_on : forall task, exists later, executor (top w) task = later ++ executor (top w0) task /\
      (forall r, ~ In (Word SaysReset r) later) /\
      (forall r v, In (Emitted r v) later -> emissions (sys (top w0)) r = None);
    ackers_go_on : forall a, exists later, heard (top w) a = later ++ heard (top w0) a;
    old_tuples_stay : tuple_count (sys (top w0)) <= tuple_count (sys (top w)) /\
      forall t, t < tuple_count (sys (top w0)) -> tuples (sys (top w)) t = tuples (sys (top w0)) t;
    new_tuples_are_received_once_and_not_failed : forall x rx, receipts (sys (top w)) x = Some rx ->
      tuple_count (sys (top w0)) <= tuple_number rx -> state_of rx <> Failed /\
      forall y ry, receipts (sys (top w)) y = Some ry -> tuple_number ry = tuple_number rx -> y = x;
    new_trees_are_heard_of_once : forall r, new_since w0 w r ->
      senders r (heard (top w0) (acker_of r)) = [] /\ NoDup (heard_of (top w) r) /\ ~ In Anybody (heard_of (top w) r) }.

  Lemma since_the_same w : consistent root_eq (sys (top w)) -> since w w.
  Proof.
    intros W. constructor; auto.
    - intros task. exists []. easy.
    - intros a. exists []. reflexivity.
    - intros x rx R B. pose proof (a_tuple_is_below_the_count root_eq _ _ _ W (a_receipt_is_of_its_tuple _ W _ _ R)). lia.
    - intros r (Z & N). easy.
  Qed.

  (** Moves of bolts. *)
  Lemma since_the_bolts_moved w0 w s :
    since w0 w -> emissions s = emissions (sys (top w)) ->
    (tuple_count (sys (top w)) <= tuple_count s /\
     forall t, t < tuple_count (sys (top w)) -> tuples s t = tuples (sys (top w)) t) ->
    (forall x rx, receipts s x = Some rx -> tuple_count (sys (top w0)) <= tuple_number rx -> state_of rx <> Failed /\
      forall y ry, receipts s y = Some ry -> tuple_number ry = tuple_number rx -> y = x) ->
    since w0 (goes_on w (working (top w) s) (offered w)).
  Proof.
    intros [I1 I2 I3 (I4 & I5) I6 I7] E (T1 & T2) R.
    constructor; cbn [goes_on top working sys executor heard]; rewrite ?E; auto.
    - split; [lia|]. intros t B. rewrite T2 by lia. auto.
    - intros r. unfold new_since, heard_of. cbn [goes_on top working sys heard]. rewrite E. apply I7.
  Qed.

  Lemma since_goes_on w0 w w' : since w0 w -> goes_well w w' -> since w0 w'.
  Proof.
    intros I H. pose proof I as [I1 I2 I3 (I4 & I5) I6 I7].
    destruct H as [t tp E N|anchors A|x rx E S|r o m D N1 N2 J|a|m r task n l1 l2 F Z N|s J N|task].
    - apply since_the_bolts_moved; [exact I|reflexivity|split; [apply le_n|reflexivity]|]. cbn [receive_tuple receipts].
      intros x rx. destruct (Nat.eqb_spec x (receipt_count (sys (top w)))) as [->|Nx].
      + intros [= <-] B. split; [easy|]. cbn [tuple_number]. intros y ry.
        destruct (Nat.eqb_spec y (receipt_count (sys (top w)))) as [->|Ny]; [easy|]. intros R U. destruct (N _ _ R U).
      + intros R B. destruct (I6 _ _ R B) as (S & U). split; [exact S|]. intros y ry.
        destruct (Nat.eqb_spec y (receipt_count (sys (top w)))) as [->|Ny]; [|apply U].
        intros [= <-]. cbn [tuple_number]. intros V. destruct (N _ _ R). congruence.
    - apply since_the_bolts_moved; [exact I|reflexivity| |].
      + cbn [emit tuple_count tuples]. split; [lia|]. intros t B. destruct (Nat.eqb_spec t (tuple_count (sys (top w)))); [lia|reflexivity].
      + cbn [emit receipts]. intros x rx. destruct (receipts (sys (top w)) x) as [ox|] eqn:R; [|easy]. intros [= <-] B.
        cbn [tuple_number state_of] in *. destruct (I6 _ _ R B) as (S & U). split; [exact S|]. intros y ry.
        destruct (receipts (sys (top w)) y) as [oy|] eqn:Ry; [|easy]. intros [= <-]. cbn [tuple_number]. apply U, Ry.
    - apply since_the_bolts_moved; [exact I|reflexivity|split; [apply le_n|reflexivity]|]. cbn [let_go receipts].
      assert (Q : forall y ry, (if y =? x then Some {| tuple_number := tuple_number rx; the_tuple := the_tuple rx;
                    children := children rx; state_of := Acked |} else receipts (sys (top w)) y) = Some ry ->
                  exists oy, receipts (sys (top w)) y = Some oy /\ tuple_number oy = tuple_number ry /\
                    (state_of ry = Failed -> state_of oy = Failed)).
      { intros y ry. destruct (Nat.eqb_spec y x) as [->|Ny]; [|eauto]. intros [= <-]. exists rx. easy. }
      intros y ry R B. destruct (Q _ _ R) as (oy & Ry & U & G). rewrite <- U in *. destruct (I6 _ _ Ry B) as (S' & V).
      split; [auto|]. intros z rz Rz Uz. destruct (Q _ _ Rz) as (oz & Rz' & Uz' & _). apply (V z oz); congruence.
    - constructor; unfold acker_hears; cbn [goes_on top sys executor heard]; auto.
      + intros b. rewrite what_is_at_a_number. destruct (Nat.eqb_spec b (acker_of r)) as [->|Nb]; [|apply I3].
        destruct (I3 (acker_of r)) as (later & Q). rewrite Q. exists (Delivered r o m :: later). reflexivity.
      + intros r' Nr. destruct (I7 r' Nr) as (S1 & S2 & S3). unfold heard_of in *. cbn [goes_on top heard].
        rewrite what_is_at_a_number. destruct (Nat.eqb_spec (acker_of r') (acker_of r)) as [Ea|Na]; [|auto].
        cbn [NoEarlyCompletion.senders]. destruct (root_eq r r') as [<-|Nd].
        * split; [exact S1|]. split; [constructor; assumption|]. intros [X|X]; congruence.
        * rewrite <- Ea. auto.
    - constructor; cbn [acker_ticks goes_on top sys executor heard]; auto.
      + intros b. rewrite what_is_at_a_number. destruct (Nat.eqb_spec b a) as [->|Nb]; [|apply I3].
        destruct (I3 a) as (later & Q). rewrite Q. exists (Ticked :: later). reflexivity.
      + intros r' Nr. destruct (I7 r' Nr) as (S1 & S2 & S3). unfold heard_of in *. cbn [goes_on top heard acker_ticks].
        rewrite what_is_at_a_number. destruct (Nat.eqb_spec (acker_of r') a) as [Ea|Na]; [|auto].
        cbn [NoEarlyCompletion.senders]. rewrite <- Ea. auto.
    - constructor; cbn [takes spout_emits top sys executor heard emission emissions tuple_count tuples receipts]; auto.
      + intros r' Q. unfold is_root. destruct (root_eq r r'); [easy|auto].
      + intros task'. destruct (I2 task') as (later & Q & V1 & V2). rewrite what_is_at_a_number.
        destruct (Nat.eqb_spec task' task) as [->|Nt]; [|exists later; auto]. rewrite Q. exists (Emitted r task :: later).
        split; [reflexivity|]. split.
        * intros r' [X|X]; [discriminate|exact (V1 _ X)].
        * intros r' v [[= <- _]|X]; [|exact (V2 _ _ X)].
          destruct (emissions (sys (top w0)) r) as [b|] eqn:B; [|reflexivity].
          exfalso. apply (I1 r); [congruence|exact Z].
      + split; [lia|]. intros t B. destruct (Nat.leb_spec (tuple_count (sys (top w))) t); [lia|]. cbn [andb]. auto.
      + intros r' (Z0 & N0). unfold heard_of in *. cbn [takes spout_emits top heard sys emission emissions] in *.
        unfold is_root in N0. destruct (root_eq r r') as [<-|Nr]; [|apply I7; split; assumption].
        rewrite N. destruct (I3 (acker_of r)) as (later & Q). rewrite Q, senders_app in N.
        apply app_eq_nil in N. split; [apply N|]. split; [constructor|easy].
    - constructor; cbn [goes_on spout_hears top sys executor heard]; auto. intros task.
      destruct (I2 task) as (later & Q & V1 & V2). rewrite what_is_at_a_number.
      destruct (Nat.eqb_spec task (its_task s)) as [->|Nt]; [|exists later; auto]. rewrite Q.
      exists (Word (its_kind s) (its_root s) :: later). split; [reflexivity|]. split.
      + intros r [X|X]; [congruence|exact (V1 _ X)].
      + intros r v [X|X]; [discriminate|exact (V2 _ _ X)].
    - constructor; cbn [goes_on spout_ticks top sys executor heard]; auto. intros task'.
      destruct (I2 task') as (later & Q & V1 & V2). rewrite what_is_at_a_number.
      destruct (Nat.eqb_spec task' task) as [->|Nt]; [|exists later; auto]. rewrite Q.
      exists (SpoutTick :: later). split; [reflexivity|]. split.
      + intros r [X|X]; [discriminate|exact (V1 _ X)].
      + intros r v [X|X]; [discriminate|exact (V2 _ _ X)].
  Qed.

  Lemma within_a_round w0 w : consistent root_eq (sys (top w0)) -> goes_well_from w0 w -> since w0 w.
  Proof.
    intros W. induction 1 as [|w w' _ IH H]; [apply since_the_same, W|]. eapply since_goes_on; [exact IH|exact H].
  Qed.

  (** *** A tree of a round *)

  Lemma what_belongs_to_a_tree_came_after_its_emission (s : @system K nat) r : consistent root_eq s -> emissions s r = None ->
    forall n t tp, t < n -> tuples s t = Some tp -> belongs tp r = false.
  Proof.
    intros W Z. induction n as [|n IH]; intros t tp Lt E; [lia|]. destruct (origin_of tp) as [r'|to] eqn:F.
    - destruct (an_emitted_tuple_is_of_one_tree s W _ _ _ E F) as (B & e & G). rewrite B. unfold is_root.
      destruct (root_eq r' r) as [->|]; [|reflexivity]. exfalso.
      pose proof (proj2 (an_init_has_the_edges_of_its_emission s W r e) (ex_intro _ t G)) as V. rewrite Z in V. exact V.
    - rewrite (it_belongs_where_its_anchors_do s W _ _ _ r E F). destruct (existsb _ _) eqn:X; [|reflexivity].
      apply existsb_exists in X. destruct X as (x & I & B). destruct (each_anchor_made_an_edge s W _ _ _ _ E F I) as (e & G).
      destruct (an_anchor_is_older s W _ _ _ G) as (_ & rx & R & Lx). unfold receipt_belongs in B. rewrite R in B.
      rewrite (IH (tuple_number rx) (the_tuple rx)) in B; [discriminate|lia|apply (a_receipt_is_of_its_tuple s W _ _ R)].
  Qed.

  Lemma the_last_message_of_a_root r (l : list delivery) :
    senders r l <> [] -> exists later o m before, l = later ++ Delivered r o m :: before /\ senders r later = [].
  Proof.
    induction l as [|[k o m|] l IH]; cbn [NoEarlyCompletion.senders]; [easy| |].
    - destruct (root_eq k r) as [->|N]; [intros _; exists [], o, m, l; easy|]. intros Q.
      destruct (IH Q) as (later & o' & m' & before & -> & E). exists (Delivered k o m :: later), o', m', before.
      split; [reflexivity|]. cbn. destruct (root_eq k r); easy.
    - intros Q. destruct (IH Q) as (later & o' & m' & before & -> & E). exists (Ticked :: later), o', m', before. easy.
  Qed.

  Section Tree.
    Variables (messages : list Msg) (w0 w : sourced) (r : K).
    Hypothesis C : comes_of messages w0.
    Hypothesis R : round w0 w.
    Hypothesis new : new_since w0 w r.

    Lemma it_is_consistent_at_first : consistent root_eq (sys (top w0)).
    Proof. apply (its_system_is_consistent (O := O)), (what_comes_about_is_sound p two), (what_comes_of_a_source_comes_about _ _ C). Qed.

    Lemma it_comes_about : comes_about (top w).
    Proof. eapply what_comes_of_a_source_comes_about, what_goes_well_comes_of_the_source; [exact C|apply R]. Qed.

    Lemma it_is_sound : sound (top w).
    Proof. apply (what_comes_about_is_sound p two), it_comes_about. Qed.

    Lemma all_of_it_is_acked : @all_acked K nat (sys (top w)) r.
    Proof.
      pose proof (within_a_round _ _ it_is_consistent_at_first (all_went_well _ _ R)) as I.
      pose proof (its_system_is_consistent _ it_is_sound) as W.
      assert (New : forall t tp, tuples (sys (top w)) t = Some tp -> belongs tp r = true -> tuple_count (sys (top w0)) <= t).
      { intros t tp E B. destruct (le_lt_dec (tuple_count (sys (top w0))) t) as [G|G]; [exact G|]. exfalso.
        rewrite (proj2 (old_tuples_stay _ _ I) _ G) in E.
        rewrite (what_belongs_to_a_tree_came_after_its_emission _ r it_is_consistent_at_first (proj1 new) (S t) t tp) in B;
          [discriminate|lia|exact E]. }
      split.
      - intros x y rx ry Rx Ry B U. pose proof (New _ _ (a_receipt_is_of_its_tuple _ W _ _ Ry) B) as G.
        apply (proj2 (new_tuples_are_received_once_and_not_failed _ _ I _ _ Ry G) _ _ Rx U).
      - intros t tp E B. destruct (nothing_to_receive _ _ (nothing_was_left _ _ R) r t tp new E B) as (x & rx & Rx & U).
        exists x, rx. split; [exact Rx|]. split; [exact U|].
        assert (B' : belongs (the_tuple rx) r = true).
        { pose proof (a_receipt_is_of_its_tuple _ W _ _ Rx) as E'. rewrite U, E in E'. injection E' as <-. exact B. }
        pose proof (nothing_to_ack _ _ (nothing_was_left _ _ R) r x rx new Rx B') as S1.
        pose proof (New _ _ (a_receipt_is_of_its_tuple _ W _ _ Rx) B') as G.
        pose proof (proj1 (new_tuples_are_received_once_and_not_failed _ _ I _ _ Rx G)) as S2.
        destruct (state_of rx); easy.
    Qed.

    Lemma all_of_it_is_heard_once : each_once (O := O) (sys (top w)) r (heard (top w) (acker_of r)).
    Proof.
      pose proof (within_a_round _ _ it_is_consistent_at_first (all_went_well _ _ R)) as I.
      pose proof (its_system_is_consistent _ it_is_sound) as W.
      destruct (new_trees_are_heard_of_once _ _ I r new) as (_ & D & A). split; [exact D|]. intros o. split.
      - intros J. assert (D' : exists m, deliverable (sys (top w)) (Delivered r o m)).
        { pose proof (what_was_heard_was_said _ it_is_sound (acker_of r)) as H. unfold heard_of in J. clear -J H.
          induction (heard (top w) (acker_of r)) as [|[k o' m|] l IH]; cbn in J; [easy| |].
          - assert (H' : forall d, In d l -> deliverable (sys (top w)) d) by (intros d X; apply H; right; exact X).
            destruct (root_eq k r) as [->|]; [destruct J as [->|J]|]; [exists m; apply H; left; reflexivity|auto|auto].
          - apply IH; [exact J|]. intros d X. apply H. right. exact X. }
        destruct D' as (m & D'). inversion D' as [? v t E|? x rx E S B|? x rx E S B|?|]; subst; eauto 6. exfalso. exact (A J).
      - intros [->|(x & rx & -> & Rx & B)].
        + destruct (emissions (sys (top w)) r) as [[v task]|] eqn:E; [|destruct (proj2 new E)].
          eapply (nothing_to_hear _ _ (nothing_was_left _ _ R) r); [exact new|apply init_delivered, E|easy].
        + eapply (nothing_to_hear _ _ (nothing_was_left _ _ R) r); [exact new| |easy].
          eapply ack_delivered; [exact Rx| |exact B].
          destruct (proj2 all_of_it_is_acked _ _ (a_receipt_is_of_its_tuple _ W _ _ Rx) B) as (y & ry & Ry & U & S).
          assert (y = x) as -> by (eapply (proj1 all_of_it_is_acked); eauto). congruence.
    Qed.

    (** Its acker task said ack. *)
    Lemma ack_is_said_of_it x task : emissions (sys (top w)) r = Some (x, task) -> In (Notify SaysAck r task) (words (top w)).
    Proof.
      intros E. pose proof (within_a_round _ _ it_is_consistent_at_first (all_went_well _ _ R)) as I.
      pose proof (its_system_is_consistent _ it_is_sound) as W.
      destruct (ackers_go_on _ _ I (acker_of r)) as (all & Q). pose proof all_of_it_is_heard_once as On.
      destruct (new_trees_are_heard_of_once _ _ I r new) as (Old & _ & _).
      assert (X : senders r all <> []).
      { pose proof (proj2 (proj2 On FromSpout) (or_introl eq_refl)) as J. rewrite Q, senders_app, Old, app_nil_r in J.
        intros Z. rewrite Z in J. exact J. }
      destruct (the_last_message_of_a_root r all X) as (later & o & m & before & F & Z).
      pose proof (its_ackers_did_not_tick_too_often _ _ R _ _ Q) as Tk. rewrite F, ticked_app in Tk.
      change (ticked (Delivered r o m :: before)) with (ticked before) in Tk.
      assert (H : heard (top w) (acker_of r) = later ++ Delivered r o m :: before ++ heard (top w0) (acker_of r)).
      { rewrite Q, F, <- app_assoc. reflexivity. }
      apply (what_was_answered_was_said p _ (what_comes_about_is_remembered p two _ it_comes_about) (acker_of r) later r o m
               (before ++ heard (top w0) (acker_of r))); [exact H|].
      eapply (the_last_message_that_is_heard_of_a_tree_acks_it p two (sys (top w)) r x task W E all_of_it_is_acked).
      - intros d J. apply (what_was_heard_was_said _ it_is_sound (acker_of r)). rewrite H. apply in_or_app. right. exact J.
      - exact Old.
      - lia.
      - unfold each_once in *. rewrite H, senders_app, Z in On. exact On.
    Qed.

    (** No executor waits for it any more. *)
    Lemma nobody_waits_for_it task : wait r (executor (top w) task) = None.
    Proof.
      pose proof (what_comes_about_is_remembered p two _ it_comes_about) as [J1 _ _ J4 _].
      destruct (emissions (sys (top w)) r) as [[x emitter]|] eqn:E; [|destruct (proj2 new E)].
      destruct (wait r (executor (top w) task)) as [b|] eqn:A; [exfalso|reflexivity].
      destruct (what_is_waited_for_was_emitted r (executor (top w) task)) as (v & I); [congruence|]. destruct (J1 _ _ _ I) as (-> & y & E').
      rewrite E in E'. injection E' as -> ->. pose proof (ack_is_said_of_it _ _ E) as S.
      pose proof (nothing_to_tell _ _ (nothing_was_left _ _ R) (Notify SaysAck r task) new S) as T. cbn [its_kind its_root its_task] in T.
      apply in_split in T. destruct T as (later & before & T). rewrite T in A.
      rewrite without_an_emission_there_is_no_wait in A; [discriminate|apply a_final_word_ends_the_wait; reflexivity|].
      intros v J. apply in_split in J. destruct J as (l1 & l2 & J). rewrite J, <- app_assoc in T. cbn [app] in T.
      destruct (J4 _ _ _ _ _ T (Word SaysAck r)) as (_ & X); [apply in_or_app; right; left; reflexivity|].
      exact (X SaysAck eq_refl).
    Qed.
  End Tree.

  (** ** Theorem 9 *)

  (** What no executor waits for at the beginning of a round, and was emitted before, none waits for at its end. *)
  Lemma an_old_tree_is_not_waited_for_anew w0 w r task :
    since w0 w -> emissions (sys (top w0)) r <> None -> wait r (executor (top w0) task) = None ->
    wait r (executor (top w) task) = None.
  Proof.
    intros I N A. destruct (executors_go_on _ _ I task) as (later & -> & _ & V).
    apply without_an_emission_there_is_no_wait; [exact A|]. intros v J. exact (N (V _ _ J)).
  Qed.

  (** [SYS-01], at least once. Whatever happened before, and whatever was lost of it: after two rounds each message of the
      source was processed, every tuple of one of its trees being acked from the spout's emission down, and its spout task
      was told ack of that tree. *)
  Theorem every_message_is_done_after_two_rounds_without_a_fault messages w0 w1 w2 m :
    comes_of messages w0 -> round w0 w1 -> round w1 w2 -> In m messages ->
    exists r D, spout_was_told w2 m r /\ finished (sys (top w2)) r D.
  Proof.
    intros C0 R1 R2 Im.
    pose proof (what_goes_well_comes_of_the_source _ _ _ C0 (all_went_well _ _ R1)) as C1.
    pose proof (what_goes_well_comes_of_the_source _ _ _ C1 (all_went_well _ _ R2)) as C2.
    pose proof (within_a_round _ _ (it_is_consistent_at_first _ _ C0) (all_went_well _ _ R1)) as I1.
    pose proof (within_a_round _ _ (it_is_consistent_at_first _ _ C1) (all_went_well _ _ R2)) as I2.
    destruct (a_message_is_offered_or_waited_for_or_its_spout_was_told _ _ _ C2 Im) as [J|[(r & task & E & P)|(r & E & task & J)]].
    - rewrite (nothing_to_emit _ _ (nothing_was_left _ _ R2)) in J. destruct J.
    - exfalso. apply P. clear P. pose proof (a_root_of_a_message_was_emitted _ _ _ _ C2 E) as E2.
      destruct (emissions (sys (top w1)) r) eqn:E1.
      2: { eapply nobody_waits_for_it; [exact C1|exact R2|split; assumption]. }
      assert (E1' : emissions (sys (top w1)) r <> None) by congruence.
      destruct (emissions (sys (top w0)) r) eqn:E0.
      2: { eapply an_old_tree_is_not_waited_for_anew; [exact I2|exact E1'|].
           eapply nobody_waits_for_it; [exact C0|exact R1|split; assumption]. }
      destruct (executor (top w0) task) as [|x e] eqn:Ex.
      + eapply an_old_tree_is_not_waited_for_anew; [exact I2|exact E1'|].
        eapply an_old_tree_is_not_waited_for_anew; [exact I1|congruence|]. rewrite Ex. apply (age_in_a_new_map r 2).
      + destruct (executors_go_on _ _ I1 task) as (l1 & Q1 & V1 & V2).
        destruct (executors_go_on _ _ I2 task) as (l2 & Q2 & U1 & U2).
        assert (N0 : executor (top w0) task <> []) by congruence.
        assert (N1 : executor (top w1) task <> []) by (rewrite Q1, Ex; destruct l1; easy).
        pose proof (its_spouts_ticked _ _ R1 task l1 N0 Q1). pose proof (its_spouts_ticked _ _ R2 task l2 N1 Q2).
        rewrite Q2, Q1, app_assoc. apply two_ticks_end_the_wait.
        * intros v J. apply in_app_or in J. destruct J as [J|J]; [apply U2 in J|apply V2 in J]; congruence.
        * intros J. apply in_app_or in J. destruct J as [J|J]; [exact (U1 _ J)|exact (V1 _ J)].
        * rewrite passed_app. lia.
    - destruct (an_ack_that_was_called_is_of_a_finished_tree_whatever_died p two (top w2) r task) as (D & F);
        [eapply what_comes_of_a_source_comes_about, C2|exact J|].
      exists r, D. split; [split; eauto|exact F].
  Qed.
End AtLeastOnce.
