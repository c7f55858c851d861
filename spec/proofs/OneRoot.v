(** * One root

    What one root sees of an acker: a record and its age, and no map. Every later theorem is about this view, and the
    last theorems here say that it is all there is: other roots, and other acker tasks, do not touch it. *)

From Coq Require Import Bool Arith List Lia.
From Ackproof Require Import Ids RotatingMap Acker.
Import ListNotations.

Section Cell.
  Context {A T : Type} {X : Xor A}.

  (** The age of the record and the record, or nothing. *)
  Definition cell := option (nat * record A T).

  Definition cell_after (c : cell) (m : message A T) : record A T :=
    after (match c with Some (_, r) => r | None => fresh end) m.

  Definition cell_says (p : profile) (c : cell) (m : message A T) : option (kind * T) := says p (cell_after c m) m.

  Definition cell_age (p : profile) (c : cell) (m : message A T) : nat :=
    match c with Some (a, _) => if refreshes p m then 0 else a | None => 0 end.

  Definition cell_step (p : profile) (c : cell) (m : message A T) : cell :=
    match cell_says p c m with
    | Some (SaysReset, _) | None => Some (cell_age p c m, cell_after c m)
    | Some _ => None
    end.

  Definition cell_tick (p : profile) (c : cell) : cell :=
    match c with Some (a, r) => if S a <? buckets p then Some (S a, r) else None | None => None end.
End Cell.

Section OneRoot.
  Context {K A T M : Type} {X : Xor A} {O : MapOps K (record A T) M} {L : MapLaws K (record A T) M}.
  Implicit Types (p : profile) (s : list M) (h : list (event K A T)).

  (** ** The buckets stay in order *)

  Definition in_order p s := length s = buckets p /\ once s.

  Lemma in_order_is_not_empty p s : 2 <= buckets p -> in_order p s -> s <> [].
  Proof. intros H [E _] ->. cbn in E. lia. Qed.

  Lemma keep_stays_in_order p s k m r : in_order p s -> in_order p (keep p s k m r).
  Proof.
    intros [E W]. unfold keep. destruct (get k s); [destruct (refreshes p m)|]; split;
      rewrite ?put_keeps_the_buckets, ?replace_keeps_the_buckets; auto using put_keeps_once, replace_keeps_once.
  Qed.

  Lemma step_stays_in_order p s e : 2 <= buckets p -> in_order p s -> in_order p (fst (step p s e)).
  Proof.
    intros H W. pose proof (in_order_is_not_empty p s H W) as N. destruct e as [k m|]; cbn [step fst].
    - unfold receive. set (r := after _ m). destruct (keep_stays_in_order p s k m r W) as [F1 F2].
      destruct (says p r m) as [[i t]|]; cbn; [|split; auto].
      destruct (final i); [|split; auto].
      split; [rewrite remove_keeps_the_buckets; auto|apply remove_keeps_once, F2].
    - destruct W. split; [rewrite rotate_keeps_the_buckets by auto; auto|apply rotate_keeps_once; auto].
  Qed.

  Lemma run_stays_in_order p h : 2 <= buckets p -> in_order p (run p h).
  Proof.
    intros H. induction h as [|e h IH]; cbn; [split; [apply repeat_length|apply make_keeps_once]|].
    apply step_stays_in_order; auto.
  Qed.

  (** ** What an event does to a root *)

  Lemma at_root_in_the_beginning p k : at_root p [] k = None.
  Proof. apply age_in_a_new_map. Qed.

  Lemma at_root_after_a_tick p h k : 2 <= buckets p -> at_root p (Tick :: h) k = cell_tick p (at_root p h k).
  Proof.
    intros H. pose proof (run_stays_in_order p h H) as W. pose proof (in_order_is_not_empty _ _ H W) as N.
    destruct W as [E _]. unfold at_root. cbn [run step fst].
    rewrite rotation_ages_every_key_by_one by auto. rewrite E. reflexivity.
  Qed.

  Lemma age_of_what_was_kept p s k m r :
    s <> [] -> age k (keep p s k m r) = Some (match age k s with Some (a, _) => if refreshes p m then 0 else a | None => 0 end, r).
  Proof.
    intros N. unfold keep. rewrite get_is_the_value_at_its_age.
    destruct (age k s) as [[a r0]|] eqn:E; cbn [option_map].
    - destruct (refreshes p m); [apply put_makes_a_key_young, N|]. rewrite replace_keeps_the_age, E. reflexivity.
    - apply put_makes_a_key_young, N.
  Qed.

  Lemma age_beside_what_was_kept p s k k' m r : k <> k' -> age k (keep p s k' m r) = age k s.
  Proof.
    intros N. unfold keep.
    destruct (get k' _); [destruct (refreshes p m)|]; rewrite ?age_beside_what_was_put, ?age_beside_what_was_replaced; auto.
  Qed.

  Lemma at_root_after_its_message p h k m : 2 <= buckets p -> at_root p (Told k m :: h) k = cell_step p (at_root p h k) m.
  Proof.
    intros H. pose proof (run_stays_in_order p h H) as W. pose proof (in_order_is_not_empty _ _ H W) as N.
    unfold at_root at 1. cbn [run step]. unfold receive. rewrite get_is_the_value_at_its_age.
    unfold cell_step, cell_says, cell_after, cell_age, at_root.
    replace (match option_map snd (age k (run p h)) with Some r => r | None => fresh end)
      with (match age k (run p h) with Some (_, r) => r | None => fresh end)
      by (destruct (age k (run p h)) as [[? ?]|]; reflexivity).
    set (r := after _ m). pose proof (age_of_what_was_kept p (run p h) k m r N) as F.
    pose proof (proj2 (keep_stays_in_order p (run p h) k m r W)) as G.
    destruct (says p r m) as [[[] t]|]; cbn [fst final]; auto using age_of_what_was_removed.
  Qed.

  Lemma answer_to_a_message p h k m :
    answer p h (Told k m) =
    match cell_says p (at_root p h k) m with Some (i, t) => Some (Notify i k t) | None => None end.
  Proof.
    unfold answer. cbn. unfold receive. rewrite get_is_the_value_at_its_age. unfold cell_says, cell_after, at_root.
    destruct (age k (run p h)) as [[a r]|]; cbn [option_map snd];
      destruct (says p _ m) as [[i t]|]; reflexivity.
  Qed.

  (** [ACK-13]: a tick says nothing. *)
  Theorem a_tick_says_nothing p h : answer p h Tick = None.
  Proof. reflexivity. Qed.

  (** [ACK-09]: whatever is said is said of the root of the message. *)
  Theorem what_is_said_is_about_the_root_of_the_message p h e n :
    answer p h e = Some n -> exists m, e = Told (its_root n) m.
  Proof.
    destruct e as [k m|]; [|rewrite a_tick_says_nothing; easy]. rewrite answer_to_a_message.
    destruct (cell_says _ _ _) as [[i t]|]; [|easy]. intros [= <-]. exists m. reflexivity.
  Qed.

  (** ** Roots do not touch each other *)

  (** [ACK-22]. *)
  Theorem a_message_leaves_other_roots_alone p h k k' m : k <> k' -> at_root p (Told k' m :: h) k = at_root p h k.
  Proof.
    intros N. unfold at_root. cbn [run step]. unfold receive. set (r := after _ m).
    pose proof (age_beside_what_was_kept p (run p h) k k' m r N) as F.
    destruct (says p r m) as [[i t]|]; cbn; auto.
    destruct (final i); auto. rewrite age_beside_what_was_removed; auto.
  Qed.

  (** A choice of events that has all messages of a root, and all ticks. *)
  Definition concerns (k : K) (chosen : event K A T -> bool) : Prop :=
    chosen Tick = true /\ forall m, chosen (Told k m) = true.

  Lemma the_rest_of_a_history_does_not_matter p h k chosen :
    2 <= buckets p -> concerns k chosen -> at_root p (filter chosen h) k = at_root p h k.
  Proof.
    intros H [C1 C2]. induction h as [|e h IH]; [reflexivity|]. cbn [filter]. destruct e as [k' m|].
    - destruct (same_key k k') as [<-|N].
      + rewrite C2, !at_root_after_its_message by exact H. rewrite IH. reflexivity.
      + rewrite (a_message_leaves_other_roots_alone p h k k' m N). destruct (chosen (Told k' m)); [|exact IH].
        rewrite a_message_leaves_other_roots_alone by exact N. exact IH.
    - rewrite C1, !at_root_after_a_tick by exact H. rewrite IH. reflexivity.
  Qed.

  (** What is said of a root is the same with and without all that was told of other roots. *)
  Theorem roots_do_not_touch_each_other p h k m chosen :
    2 <= buckets p -> concerns k chosen -> answer p (filter chosen h) (Told k m) = answer p h (Told k m).
  Proof. intros H C. rewrite !answer_to_a_message, the_rest_of_a_history_does_not_matter by assumption. reflexivity. Qed.

  (** ** Acker tasks do not touch each other

      Several acker tasks share the roots: [task_of_root k] is where the messages of [k] go, and a tick goes to all. Each
      task says of its roots what one acker for all would say. *)

  Definition goes_to (task_of_root : K -> nat) (task : nat) (e : event K A T) : bool :=
    match e with Told k _ => task_of_root k =? task | Tick => true end.

  (** [RTE-01]: an acker task that is told only of its own roots says of each what one acker task for all would say. The
      task has to follow from the root alone, or a tree would be told in two places. *)
  Theorem acker_tasks_do_not_touch_each_other p h k m (task_of_root : K -> nat) :
    2 <= buckets p ->
    answer p (filter (goes_to task_of_root (task_of_root k)) h) (Told k m) = answer p h (Told k m).
  Proof.
    intros H. apply roots_do_not_touch_each_other; [exact H|].
    split; [reflexivity|]. intros m'. cbn. apply Nat.eqb_refl.
  Qed.
End OneRoot.
